// expect: safe
// options: --property valid-memsafety
// because: the address has this bit clear, and the object goes on behind it
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  __attribute__((aligned(32))) char a[32];
  a[0] = 1;
  char *p = (char *)((word)a ^ 16);
  *p = 2;
  return a[0] - 1;
}
