// expect: unsafe
// options: --property valid-memsafety
// because: what is not there is looked for behind the end
#include <string.h>
int main(void) {
  char b[3] = {'a', 'b', 'c'};
  return strchr(b, 'd') == 0;
}
