// expect: safe
// run: 1 -> end 0
// run: 6 -> end 0
// because: the array has n rows of n + 1 elements and sizeof knows it
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8 + 1;
  int a[n][n + 1];
  unsigned long long sum = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j <= n; j++)
      a[i][j] = i * 10 + j;
  for (unsigned i = 0; i < n; i++)
    sum += a[i][n] - a[i][0];
  if (sum != n * n || sizeof a != n * (n + 1) * sizeof(int) || sizeof a[0] != (n + 1) * sizeof(int))
    reach_error();
  return 0;
}
