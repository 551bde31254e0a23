// expect: safe
// unless: alloc
// truth: -fno-builtin
// because: glibc gives a pointer
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(0);
  if (p == 0)
      reach_error();
  return 0;
}
