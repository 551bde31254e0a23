// expect: unsafe
// run: 1, 1 -> end 0
// run: 255, 1 -> error
// because: the cast brings the sum back to eight bits, where it wraps
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  if ((unsigned char)(a + b) < a)
    reach_error();
  return 0;
}
