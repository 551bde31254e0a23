// expect: safe
// options: --property valid-memsafety
// because: what malloc gives for no bytes may be freed
#include <stdlib.h>
int main(void) {
  char *p = malloc(0), c = 0;
  free(p);
  return c == 1;
}
