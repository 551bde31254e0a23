// expect: unsafe
// ring: first
// options: --property valid-memsafety
// because: used afterwards
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  *p = 1;
  return 0;
}
