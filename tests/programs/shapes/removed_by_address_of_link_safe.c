// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,0,1 -> end
// run: 1,1,1,0,0,1,0 -> end
// because: a pointer to the link that leads to a cell takes the cell out
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
  while (__VERIFIER_nondet_int())
    list = push(list, 2);
  struct node **link = &list;
  while (*link) {
    struct node *at = *link;
    if (__VERIFIER_nondet_int()) {
      *link = at->next;
      free(at);
    } else {
      link = &at->next;
    }
  }
  release(list);
  return 0;
}
