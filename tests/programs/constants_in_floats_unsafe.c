// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: eighths are exact
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  float step = __VERIFIER_nondet_int() ? 0.125f : 0.1f;
  float sum = 0;
  double wide = 0.1;
  if (wide + 0.2 == 0.3 || (int)((wide + 0.2) * 10.0) != 3)
    reach_error();
  sum = sum + step + step + step + step + step;
  sum = sum + step + step + step + step + step;
  if (sum == 1.25f || sum == 1.0f)
    reach_error();
  return 0;
}
