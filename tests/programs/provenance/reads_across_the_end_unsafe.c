// expect: unsafe
// options: --property valid-memsafety
// because: four of them are behind the end
#include <stdlib.h>
int main(void) {
  char *p = calloc(12, 1);
  long long *q = (long long *)(p + 8);
  long long value = *q;
  free(p);
  return value != 0;
}
