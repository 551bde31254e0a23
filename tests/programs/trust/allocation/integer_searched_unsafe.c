// expect: unsafe
// because: numbers walk over the object
#include <stdint.h>
extern void reach_error(void);
static char b[4] = {1, 1, 1, 1};
int main(void) {
  for (uintptr_t u = (uintptr_t)b; u < (uintptr_t)(b + 4); u++)
    *(char *)u = 3;
  if (b[2] != 1)
    reach_error();
  return 0;
}
