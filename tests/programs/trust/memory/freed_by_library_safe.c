// expect: safe
// options: --property valid-memsafety
// because: realloc frees the old one
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p = realloc(p, 8);
  free(p);
  return 0;
}
