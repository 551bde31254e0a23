// expect: safe
// run: 0 -> end 0
// run: 8 -> end 0
// because: a static local keeps its value from call to call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int next(void) {
  static int last = 10;
  return ++last;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 0;
  for (int i = 0; i < n; i++)
    if (next() != 11 + i)
      reach_error();
  if (next() != 11 + n)
    reach_error();
  return 0;
}
