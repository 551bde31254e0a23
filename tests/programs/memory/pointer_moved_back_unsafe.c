// expect: unsafe
// property: valid-deref
// violated: valid-deref
// because: the pointer stays before its object
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned by = __VERIFIER_nondet_uint() % 100;
  char *p = malloc(1);
  if (!p)
    return 0;
  char *q = p - by;
  q += by / 2;
  *q = 1;
  return *p;
}
