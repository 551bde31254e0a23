// expect: safe
// run: 3 -> end 0
// because: bzero, bcopy and memccpy change the bytes that they are told to and no others
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[3] = {5, 6, 7}, n = __VERIFIER_nondet_int();
  char from[] = "ab,cd", to[8] = "zzzzzzz";
  a[1] = n;
  bzero(&a[1], sizeof a[1]);
  bcopy(&a[0], &a[2], sizeof a[0]);
  char *end = memccpy(to, from, 44, 5);
  if (a[0] != 5 || a[1] != 0 || a[2] != 5 || end != to + 3 || to[3] != 122)
    reach_error();
  return 0;
}
