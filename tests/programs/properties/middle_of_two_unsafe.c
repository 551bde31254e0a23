// expect: unsafe
// property: no-overflow
// run: 2147483647, 2147483647 -> 11: `low + high` does not fit 32 bits: 2147483647 + 2147483647 is 4294967294
// because: the sum is larger than either
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || high < low)
    return 0;
  int middle = (low + high) / 2;
  return middle < 0;
}
