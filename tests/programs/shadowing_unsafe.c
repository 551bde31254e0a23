// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: without a declaration of its own the block changes the outer variable
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int x = 5;
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9)
    return 0;
  for (int i = 0; i < n; i++) {
    x = 100;
    {
      int x = i;
      x++;
    }
  }
  if (x != 5)
    reach_error();
  return 0;
}
