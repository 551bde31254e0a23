// expect: safe
// ring: first
// with: device.other.c
// because: the loop changes nothing
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  while ((*(volatile uint32_t *)0x40021000 & 1) == 0)
    ;
  int x = 5;
  if (x != 5)
    reach_error();
  return 0;
}
