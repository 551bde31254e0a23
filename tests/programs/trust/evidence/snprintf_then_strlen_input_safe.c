// expect: safe
// inputs: 0
// because: a number has one to eleven characters
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char b[16];
  int x = __VERIFIER_nondet_int();
  snprintf(b, sizeof b, "%d", x);
  if (strlen(b) == 0 || strlen(b) > 11)
    reach_error();
  return 0;
}
