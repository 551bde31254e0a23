// expect: unsafe
// property: unreach-call
// violated: unreach-call
// run: 1,0,1 -> unreach-call
// because: the flag is not taken back with the last cell
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
  }
  if (pushed && !list)
    reach_error();
  return 0;
}
