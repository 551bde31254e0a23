// expect: safe
// because: erand48 moves on in its argument
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  unsigned short x[3] = {1, 2, 3};
  erand48(x);
  if (!(x[0] != 1 || x[1] != 2 || x[2] != 3))
      reach_error();
  return 0;
}
