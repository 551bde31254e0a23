// expect: unsafe
// options: --property valid-deref
// because: the address may be anywhere behind a multiple of 4096
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  char *p = malloc(64);
  char *page = (char *)((word)p & ~(word)4095);
  page[0] = 1;
  free(p);
}
