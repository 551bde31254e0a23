// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,0 -> end
// run: 1,1,1,0 -> end
// because: the tail of a doubly linked list is taken off again and again
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
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
  while (last) {
    struct node *gone = last;
    last = gone->prev;
    if (last)
      last->next = NULL;
    else
      first = NULL;
    free(gone);
  }
  return first != NULL;
}
