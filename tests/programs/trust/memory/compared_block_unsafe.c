// expect: unsafe
// options: --property valid-memsafety
// because: a difference at the beginning lets nobody compare more than there is
#include <stdlib.h>
#include <string.h>
int main(void) {
  char a[4] = "abc";
  char *b = calloc(1, 3);
  if (!b)
    return 1;
  int order = memcmp(a, b, 4);
  free(b);
  return order == 0;
}
