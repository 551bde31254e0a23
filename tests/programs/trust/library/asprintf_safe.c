// expect: safe
// ring: first
// must: decided
// because: asprintf stores a fresh string
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char *s = 0;
  int n = asprintf(&s, "%d", 7);
  if (n > 0 && s == 0)
    reach_error();
  return 0;
}
