// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,4,0 -> end
// run: 1,4,1,5,1,6,0 -> end
// because: a copy has cells of its own
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
    list = push(list, __VERIFIER_nondet_int());
  struct node *copy = NULL, **end = &copy;
  for (struct node *at = list; at; at = at->next) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = at->data;
    cell->next = NULL;
    *end = cell;
    end = &cell->next;
  }
  release(copy);
  release(list);
  return 0;
}
