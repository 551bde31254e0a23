// expect: unsafe
// options: --property valid-memsafety
// because: it is told too much room
#include <stdio.h>
static unsigned n = 4;
int main(void) {
  char b[4];
  return snprintf(b, n + 1, "%s", "abcdef") - 6;
}
