// expect: unsafe
// ring: first
// must: decided
// because: div gives quotient and remainder
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  div_t r = div(-7, 2);
  if (r.quot == -3 && r.rem == -1)
      reach_error();
  return 0;
}
