// expect: safe
// ring: first
// because: gethostname writes the name
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char b[256] = "\x01";
  int r = gethostname(b, sizeof b);
  if (r != 0 && r != -1)
    reach_error();
  return 0;
}
