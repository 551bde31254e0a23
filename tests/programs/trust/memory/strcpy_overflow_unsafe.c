// expect: unsafe
// options: --property valid-memsafety
// because: there is no room for the zero
#include <string.h>
char text[] = "abcd";
int main(void) {
  char b[4];
  strcpy(b, text);
  return b[0] - 'a';
}
