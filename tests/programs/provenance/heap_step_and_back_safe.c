// expect: safe
// options: --property valid-memsafety
// because: the steps cancel out
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  for (int i = 0; i < 8; i++)
    *p++ = (char)i;
  free(p - 8);
}
