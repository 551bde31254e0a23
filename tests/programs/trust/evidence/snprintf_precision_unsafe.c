// expect: unsafe
// because: precision cuts
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[16];
  int n = snprintf(b, sizeof b, "%.2s%c%%", "abc", 'z');
  if (n == 4 && b[2] == 'z' && b[3] == '%')
      reach_error();
  return 0;
}
