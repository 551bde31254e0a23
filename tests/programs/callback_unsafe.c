// expect: unsafe
// run: 4, 4 -> end 0
// run: 4, 9 -> error
// because: the second function has the same order as the first
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int (*order)(int, int);
static int rising(int a, int b) { return a <= b; }
static int falling(int a, int b) { return a < b; }
static void arrange(int *pair, order wanted) {
  if (!wanted(pair[0], pair[1])) {
    int t = pair[0];
    pair[0] = pair[1];
    pair[1] = t;
  }
}
int main(void) {
  int pair[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  arrange(pair, rising);
  arrange(pair, falling);
  if (pair[0] < pair[1])
    reach_error();
  return 0;
}
