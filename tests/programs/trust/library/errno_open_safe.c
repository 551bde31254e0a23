// expect: safe
// ring: first
// because: a call that fails sets errno
#include <errno.h>
#include <fcntl.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  int r = open("/nowhere/at/all", O_RDONLY);
  if (!(r == -1 && errno == ENOENT))
      reach_error();
  return 0;
}
