// expect: unsafe
// run: 0 -> end 0
// run: 2 -> error
// because: an automatic local begins anew in each call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int next(void) {
  int last = 10;
  return ++last;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 0;
  for (int i = 0; i < n; i++)
    if (next() != 11 + i)
      reach_error();
  return 0;
}
