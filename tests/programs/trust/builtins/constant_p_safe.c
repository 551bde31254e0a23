// expect: safe
// inputs: 0
// because: a literal is constant
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (!(__builtin_constant_p(3) == 1 || x == x + 1))
      reach_error();
  return 0;
}
