// expect: safe
// ring: first
// truth: -fno-builtin
// because: glibc frees and returns null
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(4);
  p = realloc(p, 0);
  if (p != 0)
      reach_error();
  return 0;
}
