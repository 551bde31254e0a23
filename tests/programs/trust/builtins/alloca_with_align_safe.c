// expect: safe
// because: aligned to 128 bytes
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  char *p = __builtin_alloca_with_align(4, 1024);
  if (!(((uintptr_t)p & 127) == 0))
      reach_error();
  return 0;
}
