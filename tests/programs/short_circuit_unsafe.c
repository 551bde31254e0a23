// expect: unsafe
// run: 0, 0 -> end 0
// run: 1, 0 -> error
// because: the bitwise operator evaluates both operands
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int calls;
static int called(int value) {
  calls++;
  return value;
}
int main(void) {
  int a = __VERIFIER_nondet_int() != 0, b = __VERIFIER_nondet_int() != 0;
  int either = a | called(b);
  if (either && a && calls != 0)
    reach_error();
  return 0;
}
