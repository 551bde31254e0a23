// expect: unsafe
// options: --property valid-memsafety
// because: what is cut off has no zero
#include <string.h>
int main(void) {
  char b[4];
  strncpy(b, "abcd", sizeof b);
  b[3] = 'd';
  return strlen(b) > 4;
}
