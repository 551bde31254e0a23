// expect: safe
// options: --property valid-memsafety
// because: there is room
#include <string.h>
char text[] = "abcd";
int main(void) {
  char b[4];
  strcpy(b, "abc");
  return b[0] - 'a';
}
