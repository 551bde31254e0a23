// expect: safe
// options: --property valid-memsafety
// because: the longest number fits
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char b[5];
  int x = __VERIFIER_nondet_int() % 1000;
  if (x < -99)
    return 0;
  sprintf(b, "%d!", x);
  return b[0] == 'x';
}
