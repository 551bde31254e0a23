// expect: safe
// run: 0 -> end 0
// run: 99 -> end 0
// because: neighbours in Gray's code differ in one bit
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned gray(unsigned x) { return x ^ x >> 1; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned difference = gray(x) ^ gray(x + 1);
  if (difference == 0 || (difference & (difference - 1)) != 0)
    reach_error();
  return 0;
}
