// expect: unsafe
// options: --property valid-memsafety
// because: one is freed twice
#include <stdlib.h>
int main(void) {
  long table[2];
  for (int i = 0; i < 2; i++)
    table[i] = (long)malloc(4);
  free((void *)table[0]);
  free((void *)table[0]);
}
