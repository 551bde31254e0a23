// expect: safe
// because: bsearch calls back
#include <stdlib.h>
extern void reach_error(void);
static int calls;
static int order(const void *p, const void *q) {
  calls++;
  return *(const int *)p - *(const int *)q;
}
int main(void) {
  int a[3] = {1, 2, 3}, key = 2;
  if (bsearch(&key, a, 3, sizeof a[0], order) != &a[1])
    reach_error();
  return 0;
}
