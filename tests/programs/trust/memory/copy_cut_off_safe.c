// expect: safe
// options: --property valid-memsafety
// because: the zero is put behind what was copied
#include <string.h>
int main(void) {
  char b[4];
  strncpy(b, "abcd", sizeof b);
  b[3] = 0;
  return strlen(b) > 4;
}
