// expect: unsafe
// options: --property valid-memsafety
// because: the old one is, although the object got smaller
#include <stdlib.h>
int main(void) {
  int *p = malloc(8 * sizeof *p);
  p[0] = 5;
  int *q = realloc(p, 4 * sizeof *q);
  int value = p[0];
  free(q);
  return value != 5;
}
