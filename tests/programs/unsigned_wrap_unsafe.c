// expect: unsafe
// run: 3, 7 -> end 0
// run: 4294967295, 1 -> error
// because: a sum of unsigned numbers can be less than both
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  if (x + y < x)
    reach_error();
  return 0;
}
