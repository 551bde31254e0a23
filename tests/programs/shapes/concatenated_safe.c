// expect: safe
// property: valid-memsafety
// run: 0,0 -> end
// run: 1,0,1,0 -> end
// run: 1,1,0,0 -> end
// because: the second list is hung behind the first
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
  if (a) {
    struct node *last = a;
    while (last->next)
      last = last->next;
    last->next = b;
  } else {
    a = b;
  }
  b = NULL;
  release(a);
  release(b);
  return 0;
}
