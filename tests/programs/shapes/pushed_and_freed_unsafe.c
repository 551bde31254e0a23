// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,0 -> valid-deref
// because: the next cell is read from the freed one
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
    free(list);
    list = list->next;
  }
  return sum > 1000;
}
