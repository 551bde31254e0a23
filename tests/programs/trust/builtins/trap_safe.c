// expect: safe
// inputs: 0
// because: the program ends there
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() != 0)
    __builtin_trap();
  int x = 5;
  if (x != 5)
      reach_error();
  return 0;
}
