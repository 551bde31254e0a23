// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: an input adds to what an activation deep down returns
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int extra;
static int sum(int n, int *deepest) {
  int own = n;
  if (n == 0) {
    *deepest = own;
    return extra;
  }
  int below = sum(n - 1, deepest);
  return below + own;
}
int main(void) {
  int deepest = -1;
  if (__VERIFIER_nondet_int())
    extra = 1;
  if (sum(4, &deepest) != 10 || deepest != 0)
    reach_error();
  return 0;
}
