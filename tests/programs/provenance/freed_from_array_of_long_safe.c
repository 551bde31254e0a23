// expect: safe
// options: --property valid-memsafety
// because: each number is freed once
#include <stdlib.h>
int main(void) {
  long table[2];
  for (int i = 0; i < 2; i++)
    table[i] = (long)malloc(4);
  free((void *)table[1]);
  free((void *)table[0]);
}
