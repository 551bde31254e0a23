// expect: unsafe
// run: -5 -> end 0
// run: -2147483648 -> error
// because: the least number is its own negation
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 0 ? -x : x;
  if (y < 0)
    reach_error();
  return 0;
}
