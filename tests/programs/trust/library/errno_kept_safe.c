// expect: safe
// ring: first
// because: strlen leaves errno alone
#include <errno.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  errno = 3;
  size_t n = strlen("abc");
  if (!(n == 3 && errno == 3))
      reach_error();
  return 0;
}
