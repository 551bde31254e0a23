// expect: safe
// property: valid-memtrack
// run: 2 -> end
// because: a pointer into the middle, or to the end, leads to the object
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *position;
int main(void) {
  position = malloc(40);
  position = position + 20;
  if (__VERIFIER_nondet_int() == 2) position = position + 20;
  return 0;
}
