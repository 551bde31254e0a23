// expect: unsafe
// property: no-invalid-shift
// run: -59 -> 9: shift by -59 of a 64-bit value
// because: a remainder has the sign of what is divided
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int width = __VERIFIER_nondet_int() % 60;
  unsigned long long mask = 1ULL << width;
  return mask == 0;
}
