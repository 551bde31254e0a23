// expect: unsafe
// options: --property valid-memsafety
// because: afterwards
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  int *p = malloc(sizeof *p), value = 0;
  word n = (word)p;
  free(p);
  *(int *)n = 5;
  return value;
}
