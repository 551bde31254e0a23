// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,1,1,0,1,1,0 -> valid-deref
// because: the end of an empty queue is a cell that was freed
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

static struct node *front, *end;

static void put(int data) {
  struct node *cell = malloc(sizeof *cell);
  cell->data = data;
  cell->next = NULL;
  if (end)
    end->next = cell;
  else
    front = cell;
  end = cell;
}

static int take(void) {
  struct node *cell = front;
  int data = cell->data;
  front = cell->next;
  free(cell);
  return data;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      put(1);
    else if (front)
      take();
  }
  while (front)
    take();
  return 0;
}
