// expect: safe
// run: 1.0 -> end 0
// run: -2.5 -> end 0
// because: the sign of a float is its highest bit, however the bytes are looked at
#include <string.h>
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
union bits { float f; unsigned u; unsigned char b[4]; };
int main(void) {
  union bits x;
  unsigned copy;
  x.f = __VERIFIER_nondet_float();
  memcpy(&copy, &x.f, sizeof copy);
  if (copy != x.u || (x.b[3] >> 7) != (x.u >> 31))
    reach_error();
  if (x.f < 0 && !(x.u >> 31))
    reach_error();
  return 0;
}
