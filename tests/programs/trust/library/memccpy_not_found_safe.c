// expect: safe
// ring: first
// must: decided
// because: memccpy copies all and returns null when the character does not occur
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char d[4] = "---";
  void *r = memccpy(d, "abc", 'x', 2);
  if (!(r == 0 && d[1] == 'b' && d[2] == '-'))
      reach_error();
  return 0;
}
