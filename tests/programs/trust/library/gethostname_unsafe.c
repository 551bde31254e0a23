// expect: unsafe
// ring: first
// because: gethostname writes the name
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char b[256] = "\x01";
  gethostname(b, sizeof b);
  if (b[0] != 1)
    reach_error();
  return 0;
}
