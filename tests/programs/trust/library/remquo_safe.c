// expect: safe
// ring: first
// because: remquo stores the quotient
#include <math.h>
extern void reach_error(void);
int main(void) {
  int q = 99;
  double r = remquo(7.0, 2.0, &q);
  if (!(q == 4 && r == -1.0))
      reach_error();
  return 0;
}
