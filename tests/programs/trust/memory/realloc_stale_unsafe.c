// expect: unsafe
// options: --property valid-memsafety
// because: the old pointer
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q = realloc(p, 400000);
  *p = 1;
  free(q);
  return 0;
}
