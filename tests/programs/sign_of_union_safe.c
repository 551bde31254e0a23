// expect: safe
// run: 5 -> end 0
// run: -2147483648 -> end 0
// run: -1 -> end 0
// run: -1082130432 -> end 0
// because: what is less than zero as a float is so as a number
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
union number {
  float f;
  int i;
};
int main(void) {
  union number x;
  x.i = __VERIFIER_nondet_int();
  if (x.f < 0 && x.i >= 0) reach_error();
  return 0;
}
