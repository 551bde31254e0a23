// expect: safe
// ring: first
// must: decided
// with: device.other.c
// because: a write to a register changes no object
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x = 5;
  *(volatile uint32_t *)0x40021000 = 1;
  if (x != 5)
    reach_error();
  return 0;
}
