// expect: unsafe
// options: --property valid-memsafety
// because: the pointer is moved away
#include <stdlib.h>
char *inside;
static void make(void) { inside = (char *)malloc(64) + 32; }
int main(void) {
  make();
  inside = 0;
  return 0;
}
