// expect: safe
// run: 0 -> end 0
// run: 255 -> end 0
// run: 165 -> end 0
// because: both ways of counting the bits of a byte agree
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned v = x, count = 0;
  while (v) {
    v &= v - 1;
    count++;
  }
  v = x;
  v = (v & 0x55) + (v >> 1 & 0x55);
  v = (v & 0x33) + (v >> 2 & 0x33);
  v = (v & 0x0f) + (v >> 4);
  if (v != count)
    reach_error();
  return 0;
}
