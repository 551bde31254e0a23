// expect: unsafe
// unless: alloc
// because: the product does not fit into size_t: null
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = reallocarray(0, (size_t)-1 / 2, 4);
  if (p == 0)
      reach_error();
  return 0;
}
