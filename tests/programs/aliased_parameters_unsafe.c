// expect: unsafe
// run: 0 -> end 0
// run: 1 -> error
// because: an input makes both parameters the same variable
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int moved(int *from, int *to) {
  *from = 1;
  *to = 2;
  return *from;
}
int main(void) {
  int a = 0, b = 0;
  int *other = __VERIFIER_nondet_int() ? &a : &b;
  if (moved(&a, other) != 1)
    reach_error();
  return 0;
}
