// expect: unsafe
// ring: first
// because: the text is cut, its length is not
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[4] = "---";
  int n = snprintf(b, sizeof b, "%s", "abcdef");
  if (n == 6 && b[2] == 'c' && b[3] == 0)
      reach_error();
  return 0;
}
