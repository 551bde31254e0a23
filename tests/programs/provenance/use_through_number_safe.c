// expect: safe
// options: --property valid-memsafety
// because: the number is followed before the object is freed
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  int *p = malloc(sizeof *p), value = 0;
  word n = (word)p;
  *(int *)n = 5;
  free(p);
  return value;
}
