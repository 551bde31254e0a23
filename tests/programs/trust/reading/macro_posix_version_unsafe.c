// expect: unsafe
// must: decided
// because: any header of the library says that POSIX of 2008 is there
#include <stdio.h>
extern void reach_error(void);
int main(void) {
#if defined _POSIX_C_SOURCE && _POSIX_C_SOURCE >= 200112L
  reach_error();
#endif
  return 0;
}
