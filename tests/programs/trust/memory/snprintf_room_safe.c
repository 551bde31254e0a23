// expect: safe
// options: --property valid-memsafety
// because: it is told the room
#include <stdio.h>
static unsigned n = 4;
int main(void) {
  char b[4];
  return snprintf(b, n, "%s", "abcdef") - 6;
}
