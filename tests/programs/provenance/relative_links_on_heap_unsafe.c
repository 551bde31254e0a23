// expect: unsafe
// options: --property valid-memsafety
// because: it is used from the wrong end
#include <stdlib.h>
struct node { long next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = (long)b - (long)a;
  b->next = 0;
  struct node *c = (struct node *)((long)b + a->next);
  c->next = 1;
  free(b);
  free(a);
}
