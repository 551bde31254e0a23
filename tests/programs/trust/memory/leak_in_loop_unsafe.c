// expect: unsafe
// options: --property valid-memsafety
// because: one is not freed
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 3; i++) {
    char *p = malloc(4);
    if (i != 1)
      free(p);
  }
  return 0;
}
