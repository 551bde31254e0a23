// expect: unsafe
// property: unreach-call
// violated: unreach-call
// run: 1,1 -> unreach-call
// because: the limit can be reached
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
struct node {
  int data;
  struct node *next;
};

int main(void) {
  int limit = __VERIFIER_nondet_int();
  struct node *list = NULL;
  int count = 0;
  while (count < limit && __VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 1;
    cell->next = list;
    list = cell;
    count++;
  }
  if (count > 0 && count >= limit)
    reach_error();
  while (list) {
    struct node *next = list->next;
    if (list->data != 1)
      reach_error();
    free(list);
    list = next;
  }
  return 0;
}
