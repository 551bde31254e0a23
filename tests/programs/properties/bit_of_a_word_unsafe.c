// expect: unsafe
// property: no-invalid-shift
// run: 5, 32 -> 12: shift by 32 of a 32-bit value
// because: there are only 32 bits
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned word = __VERIFIER_nondet_int();
  int bit = __VERIFIER_nondet_int();
  if (bit < 0 || bit > 32)
    return 0;
  return (int)(word >> bit & 1u);
}
