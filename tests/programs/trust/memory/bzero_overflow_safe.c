// expect: safe
// options: --property valid-memsafety
// because: four bytes
#include <stdlib.h>
#include <strings.h>
int main(void) {
  char *b = malloc(4);
  bzero(b, 4);
  free(b);
  return 0;
}
