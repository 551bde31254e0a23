// expect: unsafe
// with: device.other.c
// because: a register need not hold what was written
#include <stdint.h>
extern void reach_error(void);
struct device {
  volatile uint32_t status, control;
};
#define DEVICE ((struct device *)0x40021000)
int main(void) {
  DEVICE->control = 1;
  if (DEVICE->control != 1)
    reach_error();
  return 0;
}
