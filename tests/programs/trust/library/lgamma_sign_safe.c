// expect: safe
// truth: -fno-builtin
// because: lgamma sets signgam
#define _GNU_SOURCE
#include <math.h>
extern void reach_error(void);
int main(void) {
  signgam = 7;
  lgamma(-0.5);
  if (signgam != -1)
      reach_error();
  return 0;
}
