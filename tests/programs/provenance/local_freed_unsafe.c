// expect: unsafe
// options: --property valid-memsafety
// because: it leads to a local
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  char local[8] = "local", *heap = malloc(8);
  word difference = (word)local - (word)heap;
  heap[0] = 1;
  char *p = local;
  free(p);
  free(heap);
}
