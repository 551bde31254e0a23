// expect: safe
// property: unreach-call
// run: 0 -> end
// run: 1,0,1 -> end
// run: 1,1,1,0,1,0 -> end
// because: what was pushed is there until it is popped
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
struct node {
  int data;
  struct node *next;
};

static struct node *push(struct node *list, int data) {
  struct node *cell = malloc(sizeof *cell);
  cell->data = data;
  cell->next = list;
  return cell;
}

int main(void) {
  struct node *list = NULL;
  int pushed = 0;
  while (__VERIFIER_nondet_int()) {
    list = push(list, 1);
    pushed = 1;
  }
  if (pushed && !list)
    reach_error();
  while (list && __VERIFIER_nondet_int()) {
    struct node *next = list->next;
    free(list);
    list = next;
    pushed = next != NULL;
  }
  if (pushed && !list)
    reach_error();
  return 0;
}
