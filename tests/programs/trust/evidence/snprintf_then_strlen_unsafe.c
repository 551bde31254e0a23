// expect: unsafe
// ring: first
// because: the text has four characters
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char b[16];
  int n = snprintf(b, sizeof b, "%d", 1234);
  if (n == 4 && strlen(b) == 4)
      reach_error();
  return 0;
}
