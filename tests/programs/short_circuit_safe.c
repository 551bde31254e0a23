// expect: safe
// run: 0, 1 -> end 0
// run: 1, 0 -> end 0
// run: 1, 1 -> end 0
// because: the right operand is evaluated only when it can decide
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int calls;
static int called(int value) {
  calls++;
  return value;
}
int main(void) {
  int a = __VERIFIER_nondet_int() != 0, b = __VERIFIER_nondet_int() != 0;
  int both = a && called(b), either = a || called(b);
  if (calls != 1 || both != (a & b) || either != (a | b))
    reach_error();
  return 0;
}
