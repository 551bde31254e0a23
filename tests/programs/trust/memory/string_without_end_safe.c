// expect: safe
// options: --property valid-memsafety
// because: the string ends
#include <stdlib.h>
#include <string.h>
int main(void) {
  char b[3] = "ab";
  return strlen(b) - 2;
}
