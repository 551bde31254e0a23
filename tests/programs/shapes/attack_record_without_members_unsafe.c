// expect: unsafe
// property: unreach-call
// violated: unreach-call
// run: 1,0 -> unreach-call
// because: a record without members has no bytes, and can be stored where nothing is
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
struct mark {
};
struct node {
  struct mark mark;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  struct mark mark;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->next = list;
    list = cell;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
    list->mark = mark;
    if (!list)
      reach_error();
  }
  return 0;
}
