// expect: unsafe
// run: 12, 6 -> end 0
// run: 12, 8 -> error
// because: the recursion stops one too early
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static unsigned gcd(unsigned a, unsigned b) { return b < 5 ? a : gcd(b, a % b); }
int main(void) {
  unsigned a = __VERIFIER_nondet_uchar() % 16, b = __VERIFIER_nondet_uchar() % 16;
  unsigned d = gcd(a, b);
  if (d == 0)
    return 0;
  if (a % d != 0 || b % d != 0)
    reach_error();
  return 0;
}
