// expect: unsafe
// inputs: 1
// because: halves of a global and of a local make no pointer to either
extern void reach_error(void);
#if __SIZEOF_POINTER__ == 8
typedef unsigned int part;
#else
typedef unsigned short part;
#endif
int __VERIFIER_nondet_int(void);
union halves { int *pointer; part half[2]; };
int x = 5;
int main(void) {
  int y = 6;
  union halves u[2], v;
  u[0].pointer = &x;
  u[1].pointer = &y;
  int i = __VERIFIER_nondet_int() & 1;
  v.half[0] = u[i].half[0];
  v.half[1] = u[1 - i].half[1];
  if (!(v.pointer == &x || v.pointer == &y))
    reach_error();
}
