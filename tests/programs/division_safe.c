// expect: safe
// run: 7, 2 -> end 0
// run: -7, 2 -> end 0
// run: 7, -2 -> end 0
// because: quotient and remainder belong together, and the remainder has the sign of the dividend
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  short a = (short)__VERIFIER_nondet_int(), b = (short)__VERIFIER_nondet_int();
  if (b == 0)
    return 0;
  int q = a / b, r = a % b;
  if (q * b + r != a)
    reach_error();
  if ((a >= 0 && r < 0) || (a <= 0 && r > 0))
    reach_error();
  return 0;
}
