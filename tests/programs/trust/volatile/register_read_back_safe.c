// expect: safe
// with: device.other.c
// because: no object is a register
#include <stdint.h>
extern void reach_error(void);
struct device {
  volatile uint32_t status, control;
};
#define DEVICE ((struct device *)0x40021000)
int main(void) {
  int x = 5;
  DEVICE->control |= 1;
  if (x != 5)
    reach_error();
  return 0;
}
