// expect: safe
// options: --property valid-memsafety --data-model LP64
// because: no object of a program lies in the upper half of the address space
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  char *p = malloc(8);
  if ((word)p < 0x800000000000)
    free(p);
  return 0;
}
