// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,5,0 -> end
// run: 1,5,1,9,1,7,0 -> end
// because: a variable keeps a cell that was freed, and is not used again
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

int main(void) {
  struct node *list = NULL, *longest = NULL;
  while (__VERIFIER_nondet_int())
    list = push(list, __VERIFIER_nondet_int());
  int best = 0;
  while (list) {
    struct node *next = list->next;
    if (!longest || list->data > best) {
      longest = list;
      best = list->data;
    }
    free(list);
    list = next;
  }
  return longest ? best > 100 : 0;
}
