// expect: safe
// property: valid-memtrack
// because: a global still leads to the object
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
  int *p = malloc(sizeof(int));
  if (!p)
    return 0;
  *p = __VERIFIER_nondet_int();
  kept = p;
  return 0;
}
