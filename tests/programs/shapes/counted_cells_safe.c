// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 3 -> end
// because: a list with a cell for each number below n is empty only if n is not positive
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct node *list = NULL;
  for (int i = 0; i < n; i++) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = i;
    cell->next = list;
    list = cell;
  }
  if (n > 0)
    list->data = n;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
