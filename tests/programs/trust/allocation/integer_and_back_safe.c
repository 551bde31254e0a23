// expect: safe
// ring: first
// because: a pointer made of an address leads to the object
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x = 5, y = 5;
  uintptr_t u = (uintptr_t)&x;
  *(int *)u = 6;
  if (y != 5 || x != 6)
    reach_error();
  return 0;
}
