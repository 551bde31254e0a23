// expect: unsafe
// inputs: 123
// because: some numbers have three
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char b[16];
  int x = __VERIFIER_nondet_int();
  snprintf(b, sizeof b, "%d", x);
  if (strlen(b) == 3)
    reach_error();
  return 0;
}
