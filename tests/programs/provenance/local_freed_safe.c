// expect: safe
// options: --property valid-memsafety
// because: the pointer leads to the heap when it is freed
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  char local[8] = "local", *heap = malloc(8);
  word difference = (word)local - (word)heap;
  heap[0] = 1;
  char *p = local;
  p -= difference;
  free(p);
}
