// expect: unsafe
// ring: first
// because: posix_memalign stores the pointer
#define _GNU_SOURCE
#include <stdlib.h>
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  void *p = 0;
  posix_memalign(&p, 64, 8);
  if (p != 0)
    reach_error();
  return 0;
}
