// expect: safe
// because: getline allocates and stores
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char *p = 0;
  size_t n = 0;
  FILE *f = fopen("/dev/null", "r");
  if (f != 0 && getline(&p, &n, f) == 0)
    reach_error();
  return 0;
}
