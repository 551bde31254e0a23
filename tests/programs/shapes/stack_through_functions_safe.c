// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,1,1,0,1,0,0 -> end
// run: 1,1,1,1,1,0,0 -> end
// because: functions change the list through a pointer to its head
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
    else if (stack)
      pop(&stack);
  }
  while (stack)
    pop(&stack);
  return 0;
}
