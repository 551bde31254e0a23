// expect: unsafe
// run: 4 -> end 0
// run: -4 -> error
// because: the assignment is part of the first operand of the comma
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  if (x < -9 || x > 9)
    return 0;
  y = x, x < 0 ? -x : x;
  if (y < 0)
    reach_error();
  return 0;
}
