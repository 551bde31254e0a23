// expect: unsafe
// run: 5 -> end 0
// run: 6 -> error
// because: the number is an input
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct note { char text[8]; int number; };
int main(void) {
  struct note note, *p = &note;
  int n = __VERIFIER_nondet_int();
  p->number = n;
  snprintf(p->text, sizeof p->text, "%d", n);
  if (p->number != 5)
    reach_error();
  return 0;
}
