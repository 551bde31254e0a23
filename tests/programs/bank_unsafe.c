// expect: unsafe
// run: 10, 20, -5, 3 -> end 0
// run: -60, 0, 0, 0 -> error
// because: the limit for one direction is that of the wrong account
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int mine = 100, yours = 50;
  for (int i = 0; i < 4; i++) {
    int amount = __VERIFIER_nondet_int();
    if (amount > 0 && amount <= mine) {
      mine -= amount;
      yours += amount;
    } else if (amount < 0 && amount >= -mine) {
      yours += amount;
      mine -= amount;
    }
    if (mine < 0 || yours < 0)
      reach_error();
  }
  return 0;
}
