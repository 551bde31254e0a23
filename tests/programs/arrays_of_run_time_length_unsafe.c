// expect: unsafe
// run: 0 -> end 0
// run: 3 -> error
// because: the length is fixed where the array is declared
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8 + 1, m = n;
  int a[n];
  a[0] = 0;
  if (n > 2)
    n = 1;
  if (sizeof a / sizeof a[0] != n)
    reach_error();
  return 0;
}
