// expect: safe
// because: both halves are copied
extern void reach_error(void);
#if __SIZEOF_POINTER__ == 8
typedef unsigned int part;
#else
typedef unsigned short part;
#endif
union halves { int *pointer; struct { part low, high; } half; };
int x = 5;
int main(void) {
  int y = 6;
  union halves u, v;
  u.pointer = &x;
  v.pointer = &y;
  v.half.low = u.half.low;
  v.half.high = u.half.high;
  if (!(v.pointer == &x))
    reach_error();
}
