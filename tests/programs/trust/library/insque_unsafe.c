// expect: unsafe
// because: insque links the nodes
#define _GNU_SOURCE
#include <search.h>
extern void reach_error(void);
struct node {
  struct node *next, *before;
  int value;
};
int main(void) {
  struct node a = {0, 0, 1}, b = {0, 0, 2};
  insque(&a, 0);
  insque(&b, &a);
  if (a.next == &b && b.before == &a)
      reach_error();
  return 0;
}
