// expect: unsafe
// options: --property valid-memsafety
// because: a local was never allocated
#include <stdlib.h>
int main(void) {
  int x = 5, *p = &x;
  free(p);
  return x - 5;
}
