// expect: safe
// ring: first
// options: --property valid-memsafety
// because: freed
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  return 0;
}
