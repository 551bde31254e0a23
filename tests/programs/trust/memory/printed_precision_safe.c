// expect: safe
// options: --property valid-memsafety
// because: the precision ends at the end of the array
#include <stdio.h>
int main(void) {
  char b[3] = {'a', 'b', 'c'};
  printf("%.3s\n", b);
  return 0;
}
