// expect: safe
// ring: first
// options: --property valid-memsafety
// because: the last byte
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[3] = 1;
  free(p);
  return 0;
}
