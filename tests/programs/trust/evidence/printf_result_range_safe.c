// expect: safe
// inputs: 0
// because: an int has at most eleven characters
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (printf("%d\n", x) > 12)
    reach_error();
  return 0;
}
