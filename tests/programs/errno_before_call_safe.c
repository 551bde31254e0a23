// expect: safe
// run: 0 -> end 0
// because: errno is read before the call that sets it, where it stands to the left
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  long sum = errno + strtol("1", 0, 99);
  if (sum != 0 || errno != EINVAL)
    reach_error();
  return 0;
}
