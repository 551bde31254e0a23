// expect: safe
// property: valid-memsafety
// run: 0,0 -> end
// run: 1,0,1,1,0 -> end
// run: 1,1,1,0,1,0 -> end
// because: a doubly linked ring begins and ends at a cell without data
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next, *prev;
};

int main(void) {
  struct node *ends = malloc(sizeof *ends);
  ends->data = -1;
  ends->next = ends->prev = ends;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 2;
    cell->prev = ends->prev;
    cell->next = ends;
    ends->prev->next = cell;
    ends->prev = cell;
  }
  while (__VERIFIER_nondet_int()) {
    struct node *first = ends->next;
    if (first == ends)
      break;
    first->prev->next = first->next;
    first->next->prev = first->prev;
    free(first);
  }
  while (ends->next != ends) {
    struct node *last = ends->prev;
    ends->prev = last->prev;
    last->prev->next = ends;
    free(last);
  }
  free(ends);
  return 0;
}
