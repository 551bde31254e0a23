// expect: safe
// property: unreach-call
// run: 0 -> end
// run: 1,0 -> end
// run: 1,1,1,0 -> end
// because: a walk marks all cells, and the next one finds the marks
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
  while (__VERIFIER_nondet_int())
    list = push(list, 0);
  for (struct node *at = list; at; at = at->next)
    at->data = 1;
  for (struct node *at = list; at; at = at->next)
    if (!at->data)
      reach_error();
  return 0;
}
