// expect: unsafe
// ring: first
// with: device.other.c
// because: the register may become odd
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  while ((*(volatile uint32_t *)0x40021000 & 1) == 0)
    ;
  reach_error();
  return 0;
}
