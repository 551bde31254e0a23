// expect: safe
// ring: first
// because: stpncpy pads with zeros and returns the first of them
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char d[6] = "-----";
  char *r = stpncpy(d, "abc", 5);
  if (!(r == d + 3 && d[3] == 0 && d[4] == 0 && d[5] == 0))
      reach_error();
  return 0;
}
