// expect: safe
// run: 1.0 -> end 0
// run: 0.0 -> end 0
// because: the classes of a float are those of its own type, not of double
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  float tiny = 1e-42f;
  if (isnormal(tiny) || fpclassify(tiny) != FP_SUBNORMAL || !isnormal((double)tiny))
    reach_error();
  if (f > 1.0f && isnormal(f) && (isnan(f) || isinf(f)))
    reach_error();
  return 0;
}
