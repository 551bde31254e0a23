// expect: unsafe
// run: 3 -> error
// because: bzero does not leave alone what it is told to clear
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[3] = {5, 6, 7}, n = __VERIFIER_nondet_int();
  a[1] = n;
  bzero(&a[1], sizeof a[1]);
  bcopy(&a[0], &a[2], sizeof a[0]);
  if (a[1] != 6 && n == 3)
    reach_error();
  return 0;
}
