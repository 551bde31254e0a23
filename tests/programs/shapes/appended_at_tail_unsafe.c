// expect: unsafe
// property: valid-memsafety
// violated: valid-memtrack
// run: 1,1,1,0 -> valid-memtrack
// because: the tail stays where it is: the third cell takes the place of the second
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *first = NULL, *tail = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 3;
    cell->next = NULL;
    if (tail)
      tail->next = cell;
    else
      first = tail = cell;
  }
  if (tail)
    tail->data = 4;
  while (first) {
    struct node *next = first->next;
    free(first);
    first = next;
  }
  return 0;
}
