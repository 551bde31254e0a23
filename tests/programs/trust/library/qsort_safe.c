// expect: safe
// because: qsort sorts
#include <stdlib.h>
extern void reach_error(void);
static int order(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }
int main(void) {
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof a[0], order);
  if (a[0] != 1 || a[2] != 3)
    reach_error();
  return 0;
}
