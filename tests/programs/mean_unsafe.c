// expect: unsafe
// run: 3, 8 -> end 0
// run: 4294967295, 4294967295 -> error
// because: the sum wraps before it is halved
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned mean = (a + b) / 2;
  unsigned low = a < b ? a : b, high = a < b ? b : a;
  if (mean < low || mean > high)
    reach_error();
  return 0;
}
