// expect: unsafe
// because: a number with two digits
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[16];
  int n = snprintf(b, sizeof b, "%.2f", 1.5);
  if (n == 4 && b[3] == '0')
      reach_error();
  return 0;
}
