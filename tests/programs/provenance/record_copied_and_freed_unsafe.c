// expect: unsafe
// options: --property valid-memsafety
// because: it is freed through both
#include <stdlib.h>
struct owner { int size; char *memory; };
int main(void) {
  struct owner a = {8, malloc(8)}, b;
  b = a;
  a.memory[7] = 1;
  free(b.memory);
  free(a.memory);
}
