// expect: unsafe
// run: 0.0, 0.0 -> end 0
// run: 1.0, 2.0 -> error
// because: division of zero by zero gives what is not equal to itself
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
  float zero = 0.0f;
  float z = x < y ? zero / zero : x;
  if (x == x && z != z)
    reach_error();
  return 0;
}
