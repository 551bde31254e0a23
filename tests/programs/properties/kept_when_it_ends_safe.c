// expect: safe
// property: valid-memtrack
// run: 4 -> end
// because: main has not returned, and its variable still leads to the object
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *kept = malloc(12);
  kept[0] = 1;
  if (__VERIFIER_nondet_int() != 4)
    free(kept);
  exit(0);
}
