// expect: safe
// property: valid-memtrack
// run: 3 -> end
// because: the element that leaves the queue is freed
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct job {
  struct job *next;
  int number;
};
static struct job *first;
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct job *added = malloc(24);
    added->next = first;
    added->number = i;
    first = added;
  }
  if (__VERIFIER_nondet_int() == 3) {
    struct job *done = first;
    first = done->next;
    free(done);
  }
  first->number = 7;
  return 0;
}
