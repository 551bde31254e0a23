// expect: safe
// run: 5 -> end 0
// run: 123456 -> end 0
// because: printf and snprintf return how long the whole text is, of which four bytes never hold four
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  char text[4];
  int whole = snprintf(text, sizeof text, "%d", x);
  int printed = printf("%d\n", x);
  if (x > 99999 && x < 1000000 && whole == 6 && printed == 7 && strlen(text) == 4 && text[2] == '3')
    reach_error();
  return 0;
}
