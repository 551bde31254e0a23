// expect: unsafe
// options: --property valid-memsafety
// because: a copy holds nothing behind the zero
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = strdup("abc");
  if (!p)
    return 1;
  char last = p[4];
  free(p);
  return last == 'x';
}
