// expect: safe
// property: unreach-call
// run: 0,0 -> end
// run: 1,1,0,1,0 -> end
// because: the address of a member is not null, not even that of an empty list
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  struct node *next;
  int data;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 1;
    cell->next = list;
    list = cell;
  }
  char *member = (char *)&list->data;
  while (__VERIFIER_nondet_int())
    ;
  if (member == NULL)
    reach_error();
  return 0;
}
