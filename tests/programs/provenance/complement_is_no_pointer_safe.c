// expect: safe
// options: --property valid-memsafety
// because: the pointer is kept
#include <stdlib.h>
typedef unsigned long word;
word kept;
static void keep(void) { kept = (word)malloc(8); }
int main(void) {
  keep();
  return 0;
}
