// expect: unsafe
// truth: -O0 only
// because: what lround gives for a number that does not fit is left open
#include <limits.h>
#include <math.h>
extern void reach_error(void);
static double given(double x) { return x; }
int main(void) {
  double x = given(2.5), y = given(1e30);
  if (lround(y) == LONG_MIN)
    reach_error();
  return y == 0;
}
