// expect: safe
// property: unreach-call
// run: 0 -> end
// run: 1,0 -> end
// run: 1,1,1,0 -> end
// because: no bytes are stored where nothing is, and the list goes on as before
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
    if (list != next)
      reach_error();
  }
  return 0;
}
