// expect: safe
// run: 0 -> end 0
// run: 1 -> end 0
// because: each activation has its own number, and the sum of four is known
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
    extra = 0;
  if (sum(4, &deepest) != 10 || deepest != 0)
    reach_error();
  return 0;
}
