// expect: safe
// ring: first
// because: printf gives the number of bytes
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n = printf("abc\n");
  if (n != 4)
      reach_error();
  return 0;
}
