// expect: unsafe
// truth: -O0 only
// because: malloc gives what was there before
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(64);
  p[40] = 5;
  free(p);
  char *q = malloc(64);
  if (!(q[40] != 5))
    reach_error();
}
