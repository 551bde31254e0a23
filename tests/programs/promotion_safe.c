// expect: safe
// run: 255, 255 -> end 0
// run: 0, 128 -> end 0
// because: unsigned char operands are added as int, so the sum cannot wrap
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  if (a + b < a)
    reach_error();
  return 0;
}
