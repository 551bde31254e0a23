// expect: unsafe
// ring: first
// because: asprintf formats
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char *s = 0;
  int n = asprintf(&s, "%d-%s", 42, "x");
  if (n == 4 && s[0] == '4' && s[3] == 'x' && s[4] == 0)
      reach_error();
  return 0;
}
