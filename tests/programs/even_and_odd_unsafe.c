// expect: unsafe
// run: 6 -> end 0
// run: 7 -> error
// because: odd says yes to zero
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 1 : even(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 12;
  if (even(n) != (n % 2 == 0))
    reach_error();
  return 0;
}
