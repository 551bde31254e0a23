// expect: safe
// options: --property valid-free --data-model ILP32
// because: an unsigned int holds an address of 32 bits
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  char *p = malloc(8);
  unsigned half = (unsigned)(word)p;
  free((void *)(word)half);
}
