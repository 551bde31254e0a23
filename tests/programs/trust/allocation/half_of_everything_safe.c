// expect: safe
// ring: first
// because: no pointer is both
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc((size_t)1 << 63);
  if (p && !p)
    reach_error();
  return 0;
}
