// expect: safe
// options: --property valid-memsafety
// because: the end is only compared
#include <stdlib.h>
int main(void) {
  int *p = calloc(4, sizeof *p), *end = p + 4, sum = 0;
  for (int *q = p; q != end; q++)
    sum += *q;
  free(p);
  return sum;
}
