// expect: unsafe
// options: --property valid-memsafety
// because: and one byte is
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  word half = (word)1 << (8 * sizeof(word) - 1);
  char *p = malloc(8);
  char *q = p + half;
  q = q + half;
  q[8] = 1;
  free(p);
}
