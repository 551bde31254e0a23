// expect: safe
// options: --property valid-deref
// because: wherever the block is, there is room to move up
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  for (int i = 0; i < 3; i++) {
    char *raw = malloc(16 + 31);
    char *aligned = (char *)(((word)raw + 31) & ~(word)31);
    aligned[15] = 1;
    free(raw);
  }
}
