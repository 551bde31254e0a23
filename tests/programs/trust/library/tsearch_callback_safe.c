// expect: safe
// because: tsearch writes the root and calls back
#define _GNU_SOURCE
#include <search.h>
extern void reach_error(void);
static int calls;
static int order(const void *p, const void *q) {
  calls++;
  return *(const int *)p - *(const int *)q;
}
int main(void) {
  int a = 1, b = 2;
  void *root = 0;
  tsearch(&a, &root, order);
  tsearch(&b, &root, order);
  if (!(root != 0 && calls > 0))
      reach_error();
  return 0;
}
