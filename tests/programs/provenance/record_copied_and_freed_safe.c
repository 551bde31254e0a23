// expect: safe
// options: --property valid-memsafety
// because: the pointer in one of both copies is freed
#include <stdlib.h>
struct owner { int size; char *memory; };
int main(void) {
  struct owner a = {8, malloc(8)}, b;
  b = a;
  a.memory[7] = 1;
  free(b.memory);
}
