// expect: unsafe
// run: 57, 57, 57 -> error
// because: the three characters may be nines
#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[4], *end;
  for (int i = 0; i < 3; i++)
    text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  long number = strtol(text, &end, 10);
  if (number > 998 || number < -99 || end > text + 3)
    reach_error();
  return 0;
}
