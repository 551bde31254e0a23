// expect: unsafe
// options: --property valid-memsafety
// because: not freed before the end
#include <stdlib.h>
static __attribute__((noinline)) void lose(void) {
  char *volatile p = malloc(4);
  p = 0;
}
int main(void) {
  lose();
  exit(0);
  return 0;
}
