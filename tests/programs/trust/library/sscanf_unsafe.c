// expect: unsafe
// because: sscanf reads the number
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n = 99;
  int r = sscanf("12 x", "%d", &n);
  if (r == 1 && n == 12)
      reach_error();
  return 0;
}
