// expect: unsafe
// because: an address put together again leads to the object
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x = 5;
  uintptr_t u = (uintptr_t)&x, low = u & 0xffff, high = u & ~(uintptr_t)0xffff;
  *(int *)(high | low) = 6;
  if (x != 5)
    reach_error();
  return 0;
}
