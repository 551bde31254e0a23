// expect: unsafe
// options: --property valid-memsafety
// because: not the start
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p++;
  free(p);
  return 0;
}
