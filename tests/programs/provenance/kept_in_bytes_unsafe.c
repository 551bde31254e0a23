// expect: unsafe
// options: --property valid-memsafety
// because: they are set to zero
#include <stdlib.h>
#include <string.h>
__attribute__((aligned(16))) unsigned char bytes[sizeof(char *)];
static void keep(void) {
  char *p = malloc(8);
  memcpy(bytes, &p, sizeof p);
}
int main(void) {
  keep();
  memset(bytes, 0, sizeof bytes);
  return 0;
}
