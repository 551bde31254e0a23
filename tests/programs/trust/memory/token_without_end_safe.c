// expect: safe
// options: --property valid-memsafety
// because: the last token ends where the text does
#include <string.h>
int main(void) {
  char b[4] = {'a', ' ', 'b', 0};
  char *first = strtok(b, " ");
  char *second = strtok(0, " ");
  return !first || !second;
}
