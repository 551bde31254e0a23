// expect: safe
// options: --property valid-memsafety
// because: the first pointer is kept in front of the aligned memory
#include <stdlib.h>
typedef unsigned long word;
int main(void) {
  char *raw = malloc(32 + 63 + sizeof raw);
  char *aligned = (char *)(((word)raw + 63 + sizeof raw) & ~(word)63);
  ((char **)aligned)[-1] = raw;
  aligned[31] = 1;
  free(((char **)aligned)[-1]);
}
