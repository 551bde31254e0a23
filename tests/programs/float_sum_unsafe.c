// expect: unsafe
// run: 1 -> end 0
// run: 10 -> error
// because: ten tenths are not one
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  double sum = 0;
  if (n > 10)
    return 0;
  for (unsigned i = 0; i < n; i++)
    sum += 0.1;
  if (n == 10 && sum != 1.0)
    reach_error();
  return 0;
}
