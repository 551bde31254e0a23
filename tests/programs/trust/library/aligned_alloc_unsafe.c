// expect: unsafe
// because: aligned_alloc aligns
#define _GNU_SOURCE
#include <stdlib.h>
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  char *p = aligned_alloc(128, 128);
  if (((uintptr_t)p & 127) == 0)
      reach_error();
  return 0;
}
