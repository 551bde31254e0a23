// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,0 -> end
// run: 1,1,1,0 -> end
// because: cells are pushed in front, read, and freed one after the other
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 1;
    cell->next = list;
    list = cell;
  }
  unsigned sum = 0;
  for (struct node *at = list; at; at = at->next)
    sum += at->data;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return sum > 1000;
}
