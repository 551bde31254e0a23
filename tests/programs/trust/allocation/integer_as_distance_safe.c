// expect: safe
// because: the sum of an address and a distance is the other address
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  char a = 1, b = 1;
  intptr_t d = (intptr_t)&b - (intptr_t)&a;
  *(char *)((intptr_t)&a + d) = 3;
  if (a != 1 || b != 3)
    reach_error();
  return 0;
}
