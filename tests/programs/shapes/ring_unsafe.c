// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,0 -> valid-deref
// because: the loop goes around a second time, where all is freed
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *ring = malloc(sizeof *ring);
  ring->data = 0;
  ring->next = ring;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = 1;
    cell->next = ring->next;
    ring->next = cell;
  }
  unsigned sum = 0;
  struct node *at = ring;
  do {
    sum += at->data;
    at = at->next;
  } while (at != ring);
  at = ring->next;
  while (at) {
    struct node *next = at->next;
    free(at);
    at = next;
  }
  free(ring);
  return sum > 1000;
}
