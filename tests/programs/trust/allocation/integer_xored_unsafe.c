// expect: unsafe
// because: one address out of two
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x = 5, y = 6;
  uintptr_t both = (uintptr_t)&x ^ (uintptr_t)&y;
  *(int *)(both ^ (uintptr_t)&x) = 7;
  if (y != 6)
    reach_error();
  return 0;
}
