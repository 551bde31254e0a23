// expect: unsafe
// options: --property valid-memsafety
// because: it may not be read
#include <stdlib.h>
int main(void) {
  char *p = malloc(0), c = 0;
  c = p[1];
  free(p);
  return c == 1;
}
