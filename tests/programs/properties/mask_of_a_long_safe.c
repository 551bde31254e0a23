// expect: safe
// property: no-invalid-shift
// run: -59 -> end
// because: an unsigned remainder is not negative
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned width = __VERIFIER_nondet_int() % 60u;
  unsigned long long mask = 1ULL << width;
  return mask == 0;
}
