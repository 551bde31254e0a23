// expect: safe
// run: 1 -> end 0
// run: 9 -> end 0
// because: the inner variable hides the outer one and leaves it alone
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int x = 5;
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 9)
    return 0;
  for (int i = 0; i < n; i++) {
    int x = i;
    {
      int x = 100;
      sum += x;
    }
    sum -= x;
  }
  if (x != 5 || sum != 100 * n - n * (n - 1) / 2)
    reach_error();
  return 0;
}
