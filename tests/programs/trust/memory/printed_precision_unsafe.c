// expect: unsafe
// options: --property valid-memsafety
// because: the precision goes one byte further
#include <stdio.h>
int main(void) {
  char b[3] = {'a', 'b', 'c'};
  printf("%.4s\n", b);
  return 0;
}
