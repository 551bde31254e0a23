// expect: safe
// ring: first
// because: rand_r changes the seed and is never negative
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  unsigned seed = 1;
  if (rand_r(&seed) < 0)
    reach_error();
  return 0;
}
