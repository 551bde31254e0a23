// expect: safe
// run: 49 -> end 0
// because: what is too large for a long gives the largest one and sets errno, and atoi takes its low bits
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
  if (strtol(text, 0, 10) != LONG_MAX || errno != ERANGE || atoi(text) != (int)LONG_MAX)
    reach_error();
  return 0;
}
