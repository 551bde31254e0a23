// expect: unsafe
// must: decided
// inputs: 5
// because: in front of it
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 5)
    reach_error();
  exit(0);
  return 0;
}
