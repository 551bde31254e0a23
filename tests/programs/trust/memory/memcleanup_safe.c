// expect: safe
// options: --property valid-memcleanup
// because: freed
#include <stdlib.h>
static char *kept;
int main(void) {
  char *p = malloc(4);
  free(p);
  return 0;
}
