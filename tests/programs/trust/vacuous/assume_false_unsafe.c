// expect: unsafe
// must: decided
// with: assume.other.c
// because: every execution gets there
extern void reach_error(void);
extern void __VERIFIER_assume(int condition);
int main(void) {
  __VERIFIER_assume(1);
  reach_error();
  return 0;
}
