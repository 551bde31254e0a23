// expect: unsafe
// ring: first
// options: --property valid-memsafety
// because: freed twice
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  free(p);
  return 0;
}
