// expect: safe
// options: --property valid-memsafety
// because: the bytes of the pointer are kept where they can be found
#include <stdlib.h>
#include <string.h>
__attribute__((aligned(16))) unsigned char bytes[sizeof(char *)];
static void keep(void) {
  char *p = malloc(8);
  memcpy(bytes, &p, sizeof p);
}
int main(void) {
  keep();
  return 0;
}
