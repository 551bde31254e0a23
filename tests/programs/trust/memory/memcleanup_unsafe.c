// expect: unsafe
// options: --property valid-memcleanup
// truth: no sanitizer
// because: never freed
#include <stdlib.h>
static char *kept;
int main(void) {
  kept = malloc(4);
  return 0;
}
