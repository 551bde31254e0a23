// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: minus one compared with an unsigned number is the largest one
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  signed char small = -1;
  unsigned char byte = (unsigned char)small;
  unsigned short twice = (unsigned short)(byte << 1);
  int wide = small;
  unsigned whole = (unsigned)wide;
  long long far = (int)0x80000000u;
  if (byte != 255 || twice != 510 || whole != 4294967295u || far >= 0)
    reach_error();
  if (__VERIFIER_nondet_int()) {
    unsigned one = 1;
    if (small > one)
      reach_error();
    byte = (unsigned char)(byte + one);
    if (byte)
      reach_error();
  }
  return 0;
}
