// expect: safe
// options: --property valid-memsafety
// because: freed
#include <stdlib.h>
static __attribute__((noinline)) void lose(void) {
  char *volatile p = malloc(4);
  p = 0;
}
int main(void) {
  char *p = malloc(4);
  free(p);
  exit(0);
  return 0;
}
