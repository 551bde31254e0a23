// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,0 -> end
// run: 1,1,1,0 -> end
// because: a tail pointer leads to the last cell, where the next one is appended
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *first = NULL, *tail = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 3;
    cell->next = NULL;
    if (tail)
      tail->next = cell;
    else
      first = cell;
    tail = cell;
  }
  if (tail)
    tail->data = 4;
  while (first) {
    struct node *next = first->next;
    free(first);
    first = next;
  }
  return 0;
}
