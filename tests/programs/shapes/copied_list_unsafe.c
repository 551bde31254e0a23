// expect: unsafe
// property: valid-memsafety
// violated: valid-memtrack
// run: 1,4,1,5,0 -> valid-memtrack
// because: each cell takes the place of the one before
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
  }
  release(copy);
  release(list);
  return 0;
}
