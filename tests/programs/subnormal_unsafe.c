// expect: unsafe
// run: 1.0 -> end 0
// run: 1.0e-42 -> error
// because: a positive float may be less than every normal one
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  if (f > 0 && fpclassify(f) == FP_SUBNORMAL)
    reach_error();
  return 0;
}
