// expect: unsafe
// run: 0, 0 -> end 0
// run: 3, 4 -> error
// because: the inner loop begins where the outer one is
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 6, m = __VERIFIER_nondet_uchar() % 6, count = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j < m; j++)
      count++;
  if (count != n * m)
    reach_error();
  return 0;
}
