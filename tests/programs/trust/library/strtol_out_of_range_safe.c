// expect: safe
// ring: first
// must: decided
// because: a number too large gives LONG_MAX and ERANGE
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  long n = strtol("99999999999999999999999", 0, 10);
  if (!(n == LONG_MAX && errno == ERANGE))
      reach_error();
  return 0;
}
