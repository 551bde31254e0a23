// expect: safe
// property: no-division-by-zero
// run: 7, 32 -> end
// because: a day has 12 or 24 hours
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned hour = __VERIFIER_nondet_int(), hours = __VERIFIER_nondet_int();
  hours &= 31u;
  if (hours != 24u)
    hours = 12u;
  return (int)(hour % hours);
}
