// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,5,1,7,0 -> valid-deref
// because: there is no cell behind the last one
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

static struct node *insert(struct node *list, int data) {
  struct node *cell = malloc(sizeof *cell);
  cell->data = data;
  if (!list || data <= list->data) {
    cell->next = list;
    return cell;
  }
  struct node *at = list;
  while (at->next->data < data)
    at = at->next;
  cell->next = at->next;
  at->next = cell;
  return list;
}

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int())
    list = insert(list, __VERIFIER_nondet_int());
  release(list);
  return 0;
}
