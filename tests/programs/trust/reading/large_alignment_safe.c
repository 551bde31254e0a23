// expect: safe
// ring: first
// because: the declaration asks for 512 bytes
#include <stdint.h>
extern void reach_error(void);
static _Alignas(512) char b[1];
int main(void) {
  if (!(((uintptr_t)b & 511) == 0))
      reach_error();
  return 0;
}
