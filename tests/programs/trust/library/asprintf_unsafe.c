// expect: unsafe
// ring: first
// must: decided
// because: asprintf stores a fresh string
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char *s = 0;
  asprintf(&s, "%d", 7);
  if (s != 0)
    reach_error();
  return 0;
}
