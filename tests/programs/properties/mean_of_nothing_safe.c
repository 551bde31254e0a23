// expect: safe
// property: no-division-by-zero
// run: -3 -> end
// because: a mean is asked for when there is a number
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int sum = 0, count = 0, next = __VERIFIER_nondet_int();
  while (next > 0 && count < 5) {
    sum += next % 1000;
    count++;
    next = __VERIFIER_nondet_int();
  }
  if (count > 0)
    return sum / count % 2;
  return 0;
}
