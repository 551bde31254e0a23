// expect: unsafe
// property: valid-memsafety
// violated: valid-memtrack
// run: 0,1,0 -> valid-memtrack
// because: what is left of the second list is lost
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

static struct node *push(struct node *list, int data) {
  struct node *cell = malloc(sizeof *cell);
  cell->data = data;
  cell->next = list;
  return cell;
}

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *a = NULL, *b = NULL;
  while (__VERIFIER_nondet_int())
    a = push(a, 1);
  while (__VERIFIER_nondet_int())
    b = push(b, 2);
  struct node *first = NULL, *last = NULL;
  while (a && b) {
    struct node *taken;
    if (__VERIFIER_nondet_int()) {
      taken = a;
      a = a->next;
    } else {
      taken = b;
      b = b->next;
    }
    if (last)
      last->next = taken;
    else
      first = taken;
    last = taken;
  }
  struct node *rest = a;
  if (last)
    last->next = rest;
  else
    first = rest;
  release(first);
  return 0;
}
