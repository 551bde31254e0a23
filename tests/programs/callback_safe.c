// expect: safe
// run: 4, 9 -> end 0
// run: 9, 4 -> end 0
// because: the order that is asked for is the order that is made
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int (*order)(int, int);
static int rising(int a, int b) { return a <= b; }
static int falling(int a, int b) { return a >= b; }
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
  if (pair[0] > pair[1])
    reach_error();
  arrange(pair, falling);
  if (pair[0] < pair[1])
    reach_error();
  return 0;
}
