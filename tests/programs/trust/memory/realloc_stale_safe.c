// expect: safe
// options: --property valid-memsafety
// because: the new pointer
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q = realloc(p, 400000);
  *q = 1;
  free(q);
  return 0;
}
