// expect: unsafe
// options: --property valid-memsafety
// because: in front of the first byte
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[-1] = 1;
  free(p);
  return 0;
}
