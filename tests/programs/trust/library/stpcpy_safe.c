// expect: safe
// because: stpcpy returns the end
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char d[6] = "-----";
  char *r = stpcpy(d, "abc");
  if (!(r == d + 3 && *r == 0 && d[4] == '-'))
      reach_error();
  return 0;
}
