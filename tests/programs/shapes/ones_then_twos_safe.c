// expect: safe
// property: unreach-call
// run: 0,0 -> end
// run: 1,0,1,0 -> end
// run: 1,1,0,1,1,0 -> end
// because: ones, then twos, then a three at the end
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
  struct node *list = push(NULL, 3);
  while (__VERIFIER_nondet_int())
    list = push(list, 2);
  while (__VERIFIER_nondet_int())
    list = push(list, 1);
  struct node *at = list;
  while (at->data == 1)
    at = at->next;
  while (at->data == 2)
    at = at->next;
  if (at->data != 3 || at->next)
    reach_error();
  return 0;
}
