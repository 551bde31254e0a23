// expect: unsafe
// property: valid-memtrack
// violated: valid-memtrack
// because: nothing leads to the object any more
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
  int *p = malloc(sizeof(int));
  if (!p)
    return 0;
  *p = __VERIFIER_nondet_int();
  kept = *p ? p : 0;
  return 0;
}
