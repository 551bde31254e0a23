// expect: safe
// run: 57, 120, 53 -> end 0
// run: 45, 49, 50 -> end 0
// because: three characters make no number beyond 999 or below -99
#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4], *end;
  for (int i = 0; i < 3; i++)
    text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  long number = strtol(text, &end, 10);
  if (number > 999 || number < -99 || end > text + 3)
    reach_error();
  return 0;
}
