// expect: unsafe
// property: valid-memtrack
// run: 2 -> 9: an object of 40 bytes made at line 10 (malloc in main) can no longer be reached
// because: nothing leads to the object any more when the position is forgotten
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *position;
int main(void) {
  position = malloc(40);
  position = position + 20;
  if (__VERIFIER_nondet_int() == 2) position = 0;
  return 0;
}
