// expect: unsafe
// run: 1 -> end 0
// run: 0 -> error
// because: realloc to no bytes gives null
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p = malloc(4);
  p = realloc(p, __VERIFIER_nondet_uint() % 2);
  if (!p)
    reach_error();
  return 0;
}
