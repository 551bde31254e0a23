// expect: safe
// options: --property valid-memsafety
// because: a copy holds the zero, too
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = strdup("abc");
  if (!p)
    return 1;
  char last = p[3];
  free(p);
  return last == 'x';
}
