// expect: unsafe
// property: valid-memcleanup
// run: 4 -> 12: 2 objects (made at lines 9 and 10) are still allocated when the program ends
// because: exit frees nothing
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *first = malloc(8);
  char *second = malloc(9);
  if (__VERIFIER_nondet_int() > 3)
    exit(0);
  free(first);
  free(second);
  return 0;
}
