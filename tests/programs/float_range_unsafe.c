// expect: unsafe
// run: 0.5 -> end 0
// run: 1.0e-200 -> error
// because: the square of a tiny number is zero
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 0.0 && x <= 1.0))
    return 0;
  if (!(x * x > 0.0))
    reach_error();
  return 0;
}
