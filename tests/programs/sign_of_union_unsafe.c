// expect: unsafe
// run: 5 -> end 0
// run: -2147483648 -> end 0
// run: -1 -> end 0
// run: -1082130432 -> error
// because: the number -1082130432 has the bits of -1.0f
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
union number {
  float f;
  int i;
};
int main(void) {
  union number x;
  x.i = __VERIFIER_nondet_int();
  if (x.f < 0) reach_error();
  return 0;
}
