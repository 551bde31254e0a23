// expect: safe
// run: 4 -> end 0
// because: errno is zero at first, and what sets it gives it a positive number
#include <errno.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int before = errno, n = __VERIFIER_nondet_int();
  errno = n > 0 ? n : 7;
  char *made = malloc(4);
  if (before != 0 || errno <= 0)
    reach_error();
  free(made);
  return 0;
}
