// expect: unsafe
// run: 3 -> end 0
// run: 255 -> error
// because: the mask of the last step has room for seven only
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
  v = (v + (v >> 4)) & 7;
  if (v != count)
    reach_error();
  return 0;
}
