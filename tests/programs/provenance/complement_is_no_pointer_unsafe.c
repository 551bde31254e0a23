// expect: unsafe
// options: --property valid-memsafety
// because: only its complement is
#include <stdlib.h>
typedef unsigned long word;
word kept;
static void keep(void) { kept = ~(word)malloc(8); }
int main(void) {
  keep();
  return 0;
}
