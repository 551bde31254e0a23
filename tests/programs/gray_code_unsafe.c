// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: shifted by two the code has neighbours that differ in more bits
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned gray(unsigned x) { return x ^ x >> 2; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned difference = gray(x) ^ gray(x + 1);
  if (difference == 0 || (difference & (difference - 1)) != 0)
    reach_error();
  return 0;
}
