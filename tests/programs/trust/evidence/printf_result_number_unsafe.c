// expect: unsafe
// because: printf gives the number of bytes
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n = printf("%d|%5d\n", 42, 7);
  if (n == 9)
      reach_error();
  return 0;
}
