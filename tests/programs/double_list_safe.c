// expect: safe
// run: 3 -> end 0
// run: 0 -> end 0
// because: the neighbour of a neighbour is oneself
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next, *previous; int value; };
int main(void) {
  struct node *first = NULL, *last = NULL;
  unsigned n = (unsigned)__VERIFIER_nondet_int() % 5;
  for (unsigned i = 0; i < n; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = (int)i;
    fresh->next = NULL;
    fresh->previous = last;
    if (last)
      last->next = fresh;
    else
      first = fresh;
    last = fresh;
  }
  for (struct node *p = first; p; p = p->next) {
    if (p->next && p->next->previous != p)
      reach_error();
    if (p->previous && p->value != p->previous->value + 1)
      reach_error();
  }
  return 0;
}
