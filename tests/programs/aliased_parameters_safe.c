// expect: safe
// run: 0 -> end 0
// run: 1 -> end 0
// because: the two parameters are never the same variable
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int moved(int *from, int *to) {
  *from = 1;
  *to = 2;
  return *from;
}
int main(void) {
  int a = 0, b = 0;
  int *other = __VERIFIER_nondet_int() ? &b : &b;
  if (moved(&a, other) != 1)
    reach_error();
  return 0;
}
