// expect: safe
// must: decided
// with: assume.other.c
// because: no execution gets there
extern void reach_error(void);
extern void __VERIFIER_assume(int condition);
int main(void) {
  __VERIFIER_assume(0);
  reach_error();
  return 0;
}
