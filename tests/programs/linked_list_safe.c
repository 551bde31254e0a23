// expect: safe
// run: 0 -> end 0
// run: 5 -> end 0
// because: as many nodes are counted as were made
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = NULL;
  unsigned n = __VERIFIER_nondet_uint() % 10, count = 0;
  for (unsigned i = 0; i < n; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = i;
    fresh->next = list;
    list = fresh;
  }
  for (struct node *p = list; p; p = p->next)
    count++;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  if (count != n)
    reach_error();
  return 0;
}
