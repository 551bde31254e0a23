// expect: safe
// property: valid-memcleanup
// run: 4 -> end
// because: the program ends in one place
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *first = malloc(8);
  char *second = malloc(9);
  if (__VERIFIER_nondet_int() > 3)
    first[0] = 1;
  free(first);
  free(second);
  return 0;
}
