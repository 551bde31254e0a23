// expect: safe
// because: lfind calls back
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
extern void reach_error(void);
static int calls;
static int order(const void *p, const void *q) {
  calls++;
  return *(const int *)p - *(const int *)q;
}
int main(void) {
  int a[2] = {1, 2}, key = 2;
  size_t n = 2;
  lfind(&key, a, &n, sizeof a[0], order);
  if (!(calls > 0))
      reach_error();
  return 0;
}
