// expect: unsafe
// options: --property valid-memsafety
// because: not behind it
#include <stdlib.h>
struct header { unsigned long size, unused; };
static void *take(unsigned long size) {
  struct header *h = malloc(sizeof *h + size);
  h->size = size;
  return h + 1;
}
static void give(void *p) { free((struct header *)p - 0); }
int main(void) {
  char *p = take(8);
  p[((struct header *)p)[-1].size - 1] = 1;
  give(p);
}
