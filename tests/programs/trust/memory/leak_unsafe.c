// expect: unsafe
// ring: first
// options: --property valid-memsafety
// because: the last pointer is lost
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p = 0;
  return 0;
}
