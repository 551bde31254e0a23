// expect: safe
// because: POSIX tells how the next number comes out of the last one
#define _XOPEN_SOURCE 700
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  long a = lrand48(), b = lrand48();
  if (a == 0 && b == 5)
    reach_error();
  return 0;
}
