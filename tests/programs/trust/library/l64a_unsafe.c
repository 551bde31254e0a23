// expect: unsafe
// because: a64l undoes l64a
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (a64l(l64a(64)) == 64)
      reach_error();
  return 0;
}
