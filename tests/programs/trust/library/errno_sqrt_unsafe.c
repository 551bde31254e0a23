// expect: unsafe
// truth: -fno-builtin
// because: a domain error sets errno
#include <errno.h>
#include <math.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  double x = sqrt(-1.0);
  if (x != x && errno == EDOM)
      reach_error();
  return 0;
}
