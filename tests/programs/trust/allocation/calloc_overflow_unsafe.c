// expect: unsafe
// ring: first
// unless: alloc
// truth: -fno-builtin
// because: the product does not fit into size_t: null
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = calloc((size_t)-1 / 2, 4);
  if (p == 0)
      reach_error();
  return 0;
}
