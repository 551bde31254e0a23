// expect: unsafe
// ring: first
// must: decided
// because: memccpy stops behind the character and returns the place behind it
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char d[6] = "-----";
  char *r = memccpy(d, "ab:cd", ':', 5);
  if (r == d + 3 && d[2] == ':' && d[3] == '-')
      reach_error();
  return 0;
}
