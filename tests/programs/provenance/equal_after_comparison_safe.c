// expect: safe
// inputs: 0
// because: what equals a pointer leads to the same object
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int x = 5, y = 6;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  if (p == &x)
    *p = 7;
  if (!(y == 6))
    reach_error();
}
