// expect: safe
// ring: first
// must: decided
// because: strtol reads the number and stores where it ends
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *end = 0;
  long n = strtol("-42x", &end, 10);
  if (!(n == -42 && *end == 'x'))
      reach_error();
  return 0;
}
