// expect: safe
// run: 3 -> end 0
// run: -123456789 -> end 0
// because: snprintf writes no more than it is told to
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct note { char text[8]; int number; };
int main(void) {
  struct note note, *p = &note;
  int n = __VERIFIER_nondet_int();
  p->number = 5;
  snprintf(p->text, sizeof p->text, "%d", n);
  if (p->number != 5)
    reach_error();
  return 0;
}
