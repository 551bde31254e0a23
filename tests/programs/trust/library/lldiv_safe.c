// expect: safe
// must: decided
// because: lldiv gives quotient and remainder
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  lldiv_t r = lldiv(9000000000LL, 7);
  if (!(r.quot == 1285714285LL && r.rem == 5))
      reach_error();
  return 0;
}
