// expect: unsafe
// options: --property valid-deref
// because: the last step goes back to a node that is freed
#include <stdlib.h>
typedef unsigned long word;
struct node { word link; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  a->link = (word)b;
  b->link = (word)a ^ (word)c;
  c->link = (word)b ^ (word)a;
  struct node *before = 0, *at = a;
  for (int i = 0; at && i < 4; i++) {
    struct node *next = (struct node *)(at->link ^ (word)before);
    before = at;
    free(at);
    at = next;
  }
}
