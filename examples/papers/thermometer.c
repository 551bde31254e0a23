// After the set Float of [Dietsch17]: a temperature falls by halves and never gets below zero.
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  double degrees = __VERIFIER_nondet_double();
  if (!(degrees >= 0.0 && degrees <= 100.0)) return 0;
  while (__VERIFIER_nondet_int()) degrees = degrees / 2.0;
  if (degrees < 0.0) reach_error();
  return 0;
}
