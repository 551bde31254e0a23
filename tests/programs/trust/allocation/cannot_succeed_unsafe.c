// expect: unsafe
// ring: first
// unless: alloc
// because: what cannot be allocated gives null, and the program goes on
#include <assert.h>
#include <stdlib.h>
int main(void) {
  malloc((size_t)-2);
  assert(0);
  return 0;
}
