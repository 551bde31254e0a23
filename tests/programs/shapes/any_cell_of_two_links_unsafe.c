// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,0,0 -> valid-deref
// because: the last cell has no next one
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next, *prev;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 1;
    cell->prev = NULL;
    cell->next = list;
    if (list)
      list->prev = cell;
    list = cell;
  }
  struct node *at = list;
  while (at && __VERIFIER_nondet_int())
    at = at->next;
  if (at) {
    if (at->prev)
      at->prev->next = at->next;
    else
      list = at->next;
    at->next->prev = at->prev;
    free(at);
  }
  while (list) {
    struct node *next = list->next;
    if (next)
      next->prev = NULL;
    free(list);
    list = next;
  }
  return 0;
}
