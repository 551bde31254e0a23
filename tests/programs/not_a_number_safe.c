// expect: safe
// run: 1.0, 2.0 -> end 0
// run: 0.0, -0.0 -> end 0
// because: of two floats one is less, or they are equal, or one is not a number
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  int known = x == x && y == y;
  if (known != (x < y || x > y || x == y))
    reach_error();
  if (x < y && y < x)
    reach_error();
  return 0;
}
