// expect: unsafe
// property: unreach-call
// violated: unreach-call
// run: 0,0 -> unreach-call
// because: of an empty list the address of a member is a small number
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
  if (member == (char *)sizeof(struct node *))
    reach_error();
  return 0;
}
