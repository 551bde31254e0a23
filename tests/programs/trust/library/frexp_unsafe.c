// expect: unsafe
// because: frexp stores the exponent
#include <math.h>
extern void reach_error(void);
int main(void) {
  int e = 99;
  double m = frexp(8.0, &e);
  if (m == 0.5 && e == 4)
      reach_error();
  return 0;
}
