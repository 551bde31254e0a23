// expect: safe
// ring: first
// must: decided
// with: device.other.c
// because: one read is one number
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  volatile uint32_t *r = (volatile uint32_t *)0x40021000;
  uint32_t a = *r;
  if (a != a)
    reach_error();
  return 0;
}
