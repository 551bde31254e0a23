// expect: safe
// because: swab exchanges neighbours
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char s[] = "abcd", d[5] = "----";
  swab(s, d, 4);
  if (!(d[0] == 'b' && d[1] == 'a' && d[3] == 'c'))
      reach_error();
  return 0;
}
