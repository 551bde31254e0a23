// expect: safe
// options: --property valid-memsafety
// because: eight bytes
#include <string.h>
static unsigned n = 8;
int main(void) {
  int a[2] = {1, 2}, b[2];
  memcpy(b, a, n);
  return b[0] - 1;
}
