// expect: safe
// options: --property valid-memsafety
// because: the distance leads from one object to the other
#include <stdlib.h>
struct node { long next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = (long)b - (long)a;
  b->next = 0;
  struct node *c = (struct node *)((long)a + a->next);
  c->next = 1;
  free(b);
  free(a);
}
