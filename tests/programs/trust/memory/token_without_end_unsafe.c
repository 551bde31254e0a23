// expect: unsafe
// options: --property valid-memsafety
// because: the last token has no end
#include <string.h>
int main(void) {
  char b[4] = {'a', ' ', 'b', 'c'};
  char *first = strtok(b, " ");
  char *second = strtok(0, " ");
  return !first || !second;
}
