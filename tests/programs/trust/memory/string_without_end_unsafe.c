// expect: unsafe
// options: --property valid-memsafety
// because: the string does not end
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *b = malloc(3);
  memset(b, 'a', 3);
  int n = strlen(b);
  free(b);
  return n > 99;
}
