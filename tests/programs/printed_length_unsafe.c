// expect: unsafe
// run: 5 -> end 0
// run: 123456 -> error
// because: printf and snprintf return how long the whole text is, of which four bytes hold three
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  char text[4];
  int whole = snprintf(text, sizeof text, "%d", x);
  int printed = printf("%d\n", x);
  if (x > 99999 && x < 1000000 && whole == 6 && printed == 7 && strlen(text) == 3 && text[2] == '3')
    reach_error();
  return 0;
}
