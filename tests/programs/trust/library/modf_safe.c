// expect: safe
// because: modf stores the whole part
#include <math.h>
extern void reach_error(void);
int main(void) {
  double whole = 9;
  double f = modf(-2.5, &whole);
  if (!(whole == -2.0 && f == -0.5))
      reach_error();
  return 0;
}
