// expect: safe
// property: valid-deref
// because: the pointer comes back into its object
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned by = __VERIFIER_nondet_uint() % 100;
  char *p = malloc(1);
  if (!p)
    return 0;
  char *q = p - by;
  q += by;
  *q = 1;
  return *p;
}
