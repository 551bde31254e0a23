// expect: safe
// options: --property valid-memsafety
// because: there is room for one more
#include <string.h>
int main(void) {
  char b[6] = "abc";
  strcat(b, "de");
  return b[0] - 'a';
}
