// expect: safe
// run: 3, 4 -> end 0
// run: 0, 5 -> end 0
// because: the inner body is executed once for each pair
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 6, m = __VERIFIER_nondet_uchar() % 6, count = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      count++;
  if (count != n * m)
    reach_error();
  return 0;
}
