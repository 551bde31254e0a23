// expect: safe
// run: 200, 100 -> end 0
// run: 1, 2 -> end 0
// because: the sum stops at the largest value
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static unsigned char add(unsigned char a, unsigned char b) {
  unsigned char sum = (unsigned char)(a + b);
  return sum < a ? 255 : sum;
}
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned char sum = add(a, b);
  if (sum < a || sum < b || (a + b <= 255 && sum != a + b))
    reach_error();
  return 0;
}
