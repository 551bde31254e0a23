// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,4,1,4,0,4 -> valid-deref
// because: a cell that was freed is taken for the one before
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
  struct node *list = NULL;
  while (__VERIFIER_nondet_int())
    list = push(list, __VERIFIER_nondet_int());
  int unwanted = __VERIFIER_nondet_int();
  struct node *before = NULL, *at = list;
  while (at) {
    struct node *next = at->next;
    if (at->data == unwanted) {
      if (before)
        before->next = next;
      else
        list = next;
      free(at);
    }
    before = at;
    at = next;
  }
  release(list);
  return 0;
}
