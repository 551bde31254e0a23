// expect: unsafe
// run: -7 -> error
// because: the remainder of a negative number is negative
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -100 || n > 100)
    return 0;
  div_t d = div(n, 4);
  if (d.rem < 0)
    reach_error();
  return 0;
}
