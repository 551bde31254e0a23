// expect: unsafe
// because: fill may store 2
extern void reach_error(void);
#include <stdlib.h>
extern void fill(int *);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 1;
  fill(p);
  if (*p == 2)
    reach_error();
  return 0;
}
