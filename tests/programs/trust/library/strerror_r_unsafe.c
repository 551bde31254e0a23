// expect: unsafe
// because: strerror_r gives the message
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char b[64] = "?";
  char *r = strerror_r(0, b, sizeof b);
  if (r != 0 && r[0] == 'S')
      reach_error();
  return 0;
}
