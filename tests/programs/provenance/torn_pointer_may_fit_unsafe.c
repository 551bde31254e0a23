// expect: unsafe
// truth: -O0 only
// because: two globals side by side have the same upper half
extern void reach_error(void);
#if __SIZEOF_POINTER__ == 8
typedef unsigned int part;
#else
typedef unsigned short part;
#endif
union halves { int *pointer; struct { part low, high; } half; };
int a[2] = {5, 6};
int b[2] = {7, 8};
int main(void) {
  union halves u, v;
  u.pointer = &a[0];
  v.pointer = &b[1];
  v.half.low = u.half.low;
  if (!(v.pointer != &a[0]))
    reach_error();
}
