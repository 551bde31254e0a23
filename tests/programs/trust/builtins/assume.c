// expect: refused
// ring: first
// because: gcc 12 has no such function: the program cannot be linked
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __builtin_assume(x == 5);
  if (x != 5)
    reach_error();
  return 0;
}
