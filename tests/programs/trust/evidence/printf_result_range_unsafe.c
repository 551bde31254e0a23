// expect: unsafe
// inputs: 1000
// because: it may have more than two
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (printf("%d\n", x) > 3)
    reach_error();
  return 0;
}
