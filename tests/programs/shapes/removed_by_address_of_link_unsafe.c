// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,0,1 -> valid-deref
// because: the link goes on in the freed cell
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
    list = push(list, 2);
  struct node **link = &list;
  while (*link) {
    struct node *at = *link;
    if (__VERIFIER_nondet_int()) {
      free(at);
      link = &at->next;
    } else {
      link = &at->next;
    }
  }
  release(list);
  return 0;
}
