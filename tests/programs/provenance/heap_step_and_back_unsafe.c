// expect: unsafe
// options: --property valid-memsafety
// because: one step is missing
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  for (int i = 0; i < 8; i++)
    *p++ = (char)i;
  free(p - 7);
}
