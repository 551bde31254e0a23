// expect: safe
// options: --property valid-memsafety
// because: the first byte
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[0] = 1;
  free(p);
  return 0;
}
