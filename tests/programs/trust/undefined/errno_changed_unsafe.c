// expect: unsafe
// with: errno_changed.other.c
// because: any function may set errno
#include <errno.h>
extern void reach_error(void);
extern void change(void);
int main(void) {
  errno = 0;
  change();
  if (errno)
    reach_error();
  return 0;
}
