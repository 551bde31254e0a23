// expect: safe
// options: --property valid-memsafety
// because: a pointer to an object that is freed is compared as a number only
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  int *p = malloc(sizeof *p);
  word n = (word)p;
  free(p);
  int *q = malloc(sizeof *q);
  *q = 1;
  int same = n == (word)q;
  free(q);
  return same > 1;
}
