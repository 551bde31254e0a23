// expect: safe
// options: --property valid-memsafety
// because: allocated memory
#include <stdlib.h>
int main(void) {
  int x = 5, *p = malloc(4);
  free(p);
  return x - 5;
}
