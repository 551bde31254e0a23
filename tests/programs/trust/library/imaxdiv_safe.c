// expect: safe
// because: imaxdiv gives quotient and remainder
#include <inttypes.h>
extern void reach_error(void);
int main(void) {
  imaxdiv_t r = imaxdiv(10, 3);
  if (!(r.quot == 3 && r.rem == 1))
      reach_error();
  return 0;
}
