// expect: unsafe
// ring: first
// options: --property valid-memsafety
// because: behind the last byte
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[4] = 1;
  free(p);
  return 0;
}
