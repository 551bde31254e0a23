// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,5,0 -> valid-deref
// because: the number is read from the freed cell
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
  return longest ? longest->data > 100 : 0;
}
