// expect: safe
// because: calloc gives zeros
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(64);
  p[40] = 5;
  char *q = calloc(64, 1);
  if (!(q[40] != 5))
    reach_error();
}
