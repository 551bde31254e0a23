// expect: safe
// options: --property valid-memsafety
// because: the search ends at what is found
#include <string.h>
int main(void) {
  char b[3] = {'a', 'b', 'c'};
  return strchr(b, 'c') == 0;
}
