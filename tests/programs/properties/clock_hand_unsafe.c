// expect: unsafe
// property: no-division-by-zero
// run: 7, 32 -> 12: division by zero: `hours` is 0
// because: thirty-two hours are none
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned hour = __VERIFIER_nondet_int(), hours = __VERIFIER_nondet_int();
  hours &= 31u;
  if (hours != 24u)
    hours = hours > 12u ? 12u : hours;
  return (int)(hour % hours);
}
