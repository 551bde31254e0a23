// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,1,0 -> valid-deref
// because: the second cell still leads back to the first, which was freed
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
    cell->data = 0;
    cell->prev = NULL;
    cell->next = list;
    if (list)
      list->prev = cell;
    list = cell;
  }
  if (list) {
    struct node *gone = list;
    list = list->next;
    free(gone);
  }
  struct node *last = list;
  while (last && last->next)
    last = last->next;
  while (last) {
    struct node *prev = last->prev;
    free(last);
    last = prev;
  }
  return 0;
}
