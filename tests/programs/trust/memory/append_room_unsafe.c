// expect: unsafe
// options: --property valid-memsafety
// because: the zero has no room any more
#include <string.h>
int main(void) {
  char b[6] = "abc";
  strcat(b, "def");
  return b[0] - 'a';
}
