// expect: safe
// run: 6 -> end 0
// run: 7 -> end 0
// because: the two functions that call each other agree with the remainder
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 12;
  if (even(n) != (n % 2 == 0) || odd(n) == even(n))
    reach_error();
  return 0;
}
