// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,1,0 -> valid-deref
// because: nothing is pushed if both inputs are the same
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

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  struct node *list = NULL;
  while (__VERIFIER_nondet_int())
    list = push(list, low);
  if (low < high)
    list = push(list, high);
  if (high >= low)
    list->data = high - 1;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
