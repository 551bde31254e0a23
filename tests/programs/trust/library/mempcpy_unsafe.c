// expect: unsafe
// because: mempcpy returns the place behind
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char d[4] = "---";
  char *r = mempcpy(d, "xy", 2);
  if (r == d + 2 && d[1] == 'y' && d[2] == '-')
      reach_error();
  return 0;
}
