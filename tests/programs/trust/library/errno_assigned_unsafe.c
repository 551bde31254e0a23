// expect: unsafe
// ring: first
// must: decided
// because: errno is an object
#include <errno.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  errno = EDOM;
  if (errno == EDOM)
      reach_error();
  return 0;
}
