// expect: safe
// because: widths and flags
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[16];
  int n = snprintf(b, sizeof b, "%-5d|%05d|%+d|%x", 3, 42, 7, 255);
  if (n != 17)
      reach_error();
  return 0;
}
