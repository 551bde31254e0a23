// expect: unsafe
// property: valid-memtrack
// run: 3 -> 13: an object of 24 bytes made at line 15 (malloc in main) can no longer be reached
// because: the first element is not freed when it leaves the queue
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
  if (__VERIFIER_nondet_int() == 3)
    first = first->next;
  first->number = 7;
  return 0;
}
