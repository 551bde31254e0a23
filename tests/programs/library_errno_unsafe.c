// expect: unsafe
// run: 4 -> error
// because: the program itself may set errno to anything
#include <errno.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  errno = __VERIFIER_nondet_int();
  int *other = &errno;
  if (*other == 4)
    reach_error();
  return 0;
}
