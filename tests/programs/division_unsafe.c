// expect: unsafe
// run: 8, 2 -> end 0
// run: -7, 2 -> error
// because: a shift rounds down, a division towards zero
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  short a = (short)__VERIFIER_nondet_int(), b = (short)__VERIFIER_nondet_int();
  if (b != 2)
    return 0;
  if (a / b != a >> 1)
    reach_error();
  return 0;
}
