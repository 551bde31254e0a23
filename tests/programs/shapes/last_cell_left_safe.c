// expect: safe
// property: valid-memcleanup
// run: 0 -> end
// run: 1,0 -> end
// run: 1,1,1,0 -> end
// because: the loop leaves the last cell, which is freed behind it
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
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

static struct node *list;

int main(void) {
  while (__VERIFIER_nondet_int())
    list = push(list, 1);
  while (list && list->next) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  free(list);
  return 0;
}
