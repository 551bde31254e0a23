// expect: unsafe
// run: 3 -> end 0
// run: 4 -> error
// because: continue comes before the test that leaves the loop
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  for (i = 0; i < 20; i++) {
    if (i % 2 == 0)
      continue;
    if (i == n)
      break;
  }
  if (n >= 0 && n < 20 && i != n)
    reach_error();
  return 0;
}
