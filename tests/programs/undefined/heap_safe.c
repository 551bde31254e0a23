// expect: safe
// because: q was not given away
extern void reach_error(void);
#include <stdlib.h>
extern void fill(int *);
int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  if (!p || !q)
    return 0;
  *q = 1;
  fill(p);
  if (*q != 1)
    reach_error();
  return 0;
}
