// expect: unsafe
// run: 0 -> end 0
// run: 5 -> error
// because: the walk stops one node early
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
  for (struct node *p = list; p && p->next; p = p->next)
    count++;
  if (count != n)
    reach_error();
  return 0;
}
