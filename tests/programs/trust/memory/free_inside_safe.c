// expect: safe
// options: --property valid-memsafety
// because: the start
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p++;
  free(p - 1);
  return 0;
}
