// expect: safe
// run: 4294967295, 4294967295 -> end 0
// run: 3, 8 -> end 0
// because: computed without a sum the mean cannot wrap
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned mean = (a & b) + ((a ^ b) >> 1);
  unsigned low = a < b ? a : b, high = a < b ? b : a;
  if (mean < low || mean > high || mean - low > high - mean)
    reach_error();
  return 0;
}
