// expect: unsafe
// property: unreach-call
// violated: unreach-call
// run: 1,1,0 -> unreach-call
// because: only the first one does
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
    list = push(list, list ? 2 : 1);
  for (struct node *at = list; at; at = at->next)
    if (at->data != 1)
      reach_error();
  return 0;
}
