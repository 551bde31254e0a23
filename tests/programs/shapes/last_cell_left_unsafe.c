// expect: unsafe
// property: valid-memcleanup
// violated: valid-memcleanup
// run: 1,1,0 -> valid-memcleanup
// because: the last cell is still there at the end
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
  return 0;
}
