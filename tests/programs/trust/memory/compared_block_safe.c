// expect: safe
// options: --property valid-memsafety
// because: so many bytes are there
#include <stdlib.h>
#include <string.h>
int main(void) {
  char a[4] = "abc";
  char *b = calloc(1, 3);
  if (!b)
    return 1;
  int order = memcmp(a, b, 3);
  free(b);
  return order == 0;
}
