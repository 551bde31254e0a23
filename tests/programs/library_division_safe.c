// expect: safe
// run: -7 -> end 0
// run: 9 -> end 0
// because: div gives quotient and remainder of one division
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -100 || n > 100)
    return 0;
  div_t d = div(n, 4);
  if (d.quot * 4 + d.rem != n)
    reach_error();
  return 0;
}
