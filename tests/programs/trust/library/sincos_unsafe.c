// expect: unsafe
// because: sincos stores both
#define _GNU_SOURCE
#include <math.h>
extern void reach_error(void);
int main(void) {
  double s = 9, c = 9;
  sincos(0.0, &s, &c);
  if (s == 0.0 && c == 1.0)
      reach_error();
  return 0;
}
