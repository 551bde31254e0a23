// expect: unsafe
// ring: first
// unless: alloc
// because: the program goes on with null
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc((size_t)1 << 63);
  reach_error();
  return 0;
}
