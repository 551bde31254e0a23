// expect: safe
// run: 0.5 -> end 0
// run: 2.0 -> end 0
// because: a number between 0 and 1 stays there when it is halved or squared
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0.0 && x <= 1.0))
    return 0;
  if (x / 2 > 0.5 || x * x > 1.0 || x * x < 0.0)
    reach_error();
  return 0;
}
