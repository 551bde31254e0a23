// expect: unsafe
// property: valid-memcleanup
// violated: valid-memcleanup
// run: 1,0,1,1 -> valid-memcleanup
// because: a way out leaves the list
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

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      return 0;
    }
    list = push(list, 1);
  }
  release(list);
  return 0;
}
