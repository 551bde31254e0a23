// expect: safe
// options: --property valid-memsafety
// because: the tag is taken off before the object is freed
#include <stdlib.h>
typedef unsigned long word;
word kept;
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  kept = (word)p | 1;
  p = 0;
  int *q = (int *)(kept & ~(word)1);
  int value = *q;
  kept = (word)q;
  free((void *)(kept));
  return value - 5;
}
