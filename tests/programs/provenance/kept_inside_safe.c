// expect: safe
// options: --property valid-memsafety
// because: a pointer into the object keeps it
#include <stdlib.h>
char *inside;
static void make(void) { inside = (char *)malloc(64) + 32; }
int main(void) {
  make();
  inside -= 8;
  return 0;
}
