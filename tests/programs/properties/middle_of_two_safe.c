// expect: safe
// property: no-overflow
// run: 2147483647, 2147483647 -> end
// because: half the distance is small enough
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || high < low)
    return 0;
  int middle = low + (high - low) / 2;
  return middle < 0;
}
