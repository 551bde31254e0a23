// expect: unsafe
// ring: first
// must: decided
// with: device.other.c
// because: two reads of a register may differ
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  uint32_t a = *(volatile uint32_t *)0x40021000;
  uint32_t b = *(volatile uint32_t *)0x40021000;
  if (a != b)
    reach_error();
  return 0;
}
