// expect: unsafe
// property: valid-memtrack
// run: 4 -> 8: an object of 12 bytes made at line 9 (malloc in main) can no longer be reached
// because: main has returned, and its variables are gone
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *kept = malloc(12);
  kept[0] = 1;
  if (__VERIFIER_nondet_int() != 4)
    free(kept);
  return 0;
}
