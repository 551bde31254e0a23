// expect: unsafe
// run: 1, 2 -> end 0
// run: 255, 1 -> error
// because: the test misses the case in which the sum is zero
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static unsigned char add(unsigned char a, unsigned char b) {
  unsigned char sum = (unsigned char)(a + b);
  return sum && sum < a ? 255 : sum;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned char sum = add(a, b);
  if (sum < a || sum < b)
    reach_error();
  return 0;
}
