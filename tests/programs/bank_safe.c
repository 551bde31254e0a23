// expect: safe
// run: 10, 20, -5, 3 -> end 0
// run: -1, -1, -1, -1 -> end 0
// because: money is moved, never made, and no account is overdrawn
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int mine = 100, yours = 50;
  for (int i = 0; i < 4; i++) {
    int amount = __VERIFIER_nondet_int();
    if (amount > 0 && amount <= mine) {
      mine -= amount;
      yours += amount;
    } else if (amount < 0 && amount >= -yours) {
      yours += amount;
      mine -= amount;
    }
    if (mine < 0 || yours < 0 || mine + yours != 150)
      reach_error();
  }
  return 0;
}
