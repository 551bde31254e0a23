// expect: safe
// property: unreach-call
// run: 0 -> end
// run: 1,0 -> end
// run: 1,1,1,0 -> end
// because: the previous of the next cell is the cell itself
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
struct node {
  int data;
  struct node *next, *prev;
};

int main(void) {
  struct node *first = NULL, *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 1;
    cell->next = NULL;
    cell->prev = last;
    if (last)
      last->next = cell;
    else
      first = cell;
    last = cell;
  }
  for (struct node *at = first; at; at = at->next)
    if (at->next && at->next->prev != at)
      reach_error();
  return 0;
}
