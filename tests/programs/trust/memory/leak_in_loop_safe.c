// expect: safe
// options: --property valid-memsafety
// because: all freed
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 3; i++) {
    char *p = malloc(4);
    free(p);
  }
  return 0;
}
