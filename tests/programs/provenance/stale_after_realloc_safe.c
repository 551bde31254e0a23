// expect: safe
// options: --property valid-memsafety
// because: the new pointer is used
#include <stdlib.h>
int main(void) {
  int *p = malloc(8 * sizeof *p);
  p[0] = 5;
  int *q = realloc(p, 4 * sizeof *q);
  int value = q[0];
  free(q);
  return value != 5;
}
