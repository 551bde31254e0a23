// expect: safe
// ring: first
// because: a call that fails sets errno
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  int r = close(-1);
  if (!(r == -1 && errno == EBADF))
      reach_error();
  return 0;
}
