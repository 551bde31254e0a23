// expect: safe
// must: decided
// because: calloc gives zeros
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = calloc(4, sizeof *p);
  if (!(p[0] == 0 && p[3] == 0))
      reach_error();
  return 0;
}
