// expect: unsafe
// run: 49 -> error
// because: the largest long is what is read, not the digits modulo a power of two
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[] = "99999999999999999999";
  text[19] = __VERIFIER_nondet_char();
  if (text[19] < '0' || text[19] > '9')
    return 0;
  errno = 0;
  if (strtol(text, 0, 10) == LONG_MAX)
    reach_error();
  return 0;
}
