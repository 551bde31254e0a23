// expect: safe
// property: no-invalid-shift
// run: 5, 32 -> end
// because: bits are counted from 0 to 31
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned word = __VERIFIER_nondet_int();
  int bit = __VERIFIER_nondet_int();
  if (bit < 0 || bit > 31)
    return 0;
  return (int)(word >> bit & 1u);
}
