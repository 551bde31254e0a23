// expect: unsafe
// property: unreach-call
// violated: unreach-call
// run: 1,1,1,0 -> unreach-call
// because: from the third cell on they lead back to the first one
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
    cell->prev = first;
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
