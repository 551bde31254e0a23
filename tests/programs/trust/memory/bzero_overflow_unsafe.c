// expect: unsafe
// options: --property valid-memsafety
// because: five bytes
#include <stdlib.h>
#include <strings.h>
int main(void) {
  char *b = malloc(4);
  bzero(b, 5);
  free(b);
  return 0;
}
