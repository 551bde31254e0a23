// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,0,0 -> valid-deref
// because: an empty stack has no first cell
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

static void push(struct node **to, int data) {
  struct node *cell = malloc(sizeof *cell);
  cell->data = data;
  cell->next = *to;
  *to = cell;
}

static int pop(struct node **from) {
  struct node *cell = *from;
  int data = cell->data;
  *from = cell->next;
  free(cell);
  return data;
}

int main(void) {
  struct node *stack = NULL;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      push(&stack, 1);
    else
      pop(&stack);
  }
  while (stack)
    pop(&stack);
  return 0;
}
