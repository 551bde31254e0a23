// expect: unsafe
// run: 4 -> end 0
// run: 5 -> error
// because: every fifth step the other counter loses twice
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0, y = n;
  if (n < 0 || n > 20)
    return 0;
  while (x < n) {
    x++;
    y--;
    if (x % 5 == 0)
      y--;
  }
  if (x + y != n)
    reach_error();
  return 0;
}
