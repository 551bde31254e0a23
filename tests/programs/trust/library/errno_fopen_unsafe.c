// expect: unsafe
// because: a call that fails sets errno
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  FILE *f = fopen("/nowhere/at/all", "r");
  if (f == 0 && errno == ENOENT)
      reach_error();
  return 0;
}
