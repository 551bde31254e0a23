// expect: unsafe
// options: --property valid-memsafety
// because: it is followed
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  int *p = malloc(sizeof *p);
  word n = (word)p;
  free(p);
  int *q = malloc(sizeof *q);
  *q = 1;
  int same = n == (word)q;
  same += *(int *)n;
  free(q);
  return same > 1;
}
