// expect: safe
// options: --data-model ILP32
// because: long has 32 bits there
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  long n = strtol("-2147483649", 0, 10);
  if (!(n == LONG_MIN && errno == ERANGE))
      reach_error();
  return 0;
}
