// expect: safe
// run: -> end 0
// because: realloc to no bytes frees and gives null; malloc of no bytes gives an object
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(4), *q = malloc(0), *r = malloc(0);
  p = realloc(p, 0);
  if (p || !q || q == r)
    reach_error();
  q = realloc(0, 2);
  if (!q)
    reach_error();
  free(0);
  return 0;
}
