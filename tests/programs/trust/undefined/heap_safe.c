// expect: safe
// with: pointer.other.c
// because: q was not given away
#include <stdlib.h>
extern void reach_error(void);
extern void change(int *p);
int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  *p = *q = 5;
  change(p);
  if (*q != 5)
    reach_error();
  return 0;
}
