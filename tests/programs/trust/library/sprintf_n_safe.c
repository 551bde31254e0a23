// expect: safe
// ring: first
// because: %n stores how much was written
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[8];
  int n = 99;
  sprintf(b, "%d%n!", 12, &n);
  if (!(n == 2 && b[2] == '!'))
      reach_error();
  return 0;
}
