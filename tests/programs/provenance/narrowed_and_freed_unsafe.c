// expect: unsafe
// options: --property valid-free --data-model LP64
// because: the upper half of the address is lost
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  char *p = malloc(8);
  unsigned half = (unsigned)(word)p;
  free((void *)(word)half);
}
