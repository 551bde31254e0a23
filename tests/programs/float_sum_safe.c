// expect: safe
// run: 10 -> end 0
// run: 3 -> end 0
// because: ten tenths are about one
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  double sum = 0;
  if (n > 10)
    return 0;
  for (unsigned i = 0; i < n; i++)
    sum += 0.1;
  if (sum > n * 0.1 + 1e-9 || sum < n * 0.1 - 1e-9)
    reach_error();
  return 0;
}
