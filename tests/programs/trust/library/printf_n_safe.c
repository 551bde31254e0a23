// expect: safe
// ring: first
// because: %n stores how much was written
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n = 99;
  printf("abc%n\n", &n);
  if (n != 3)
      reach_error();
  return 0;
}
