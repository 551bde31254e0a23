// expect: safe
// with: errno_changed.other.c
// because: errno is read before
#include <errno.h>
extern void reach_error(void);
extern void change(void);
int main(void) {
  errno = 0;
  int before = errno;
  change();
  if (before)
    reach_error();
  return 0;
}
