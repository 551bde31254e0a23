// expect: safe
// options: --property valid-deref
// because: the links lead through the whole list, and each node is freed once
#include <stdlib.h>
typedef unsigned long word;
struct node { word link; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  a->link = (word)b;
  b->link = (word)a ^ (word)c;
  c->link = (word)b;
  struct node *before = 0, *at = a;
  for (int i = 0; at && i < 4; i++) {
    struct node *next = (struct node *)(at->link ^ (word)before);
    before = at;
    free(at);
    at = next;
  }
}
