// expect: safe
// options: --property valid-memsafety
// because: the last eight bytes are read
#include <stdlib.h>
int main(void) {
  char *p = calloc(12, 1);
  long long *q = (long long *)(p + 4);
  long long value = *q;
  free(p);
  return value != 0;
}
