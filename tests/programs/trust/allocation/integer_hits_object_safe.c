// expect: safe
// ring: first
// with: integer_hits_object.other.c
// because: x is not b
#include <stdint.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
char b[4] = {1, 1, 1, 1};
int main(void) {
  char x = 1;
  uintptr_t u = __VERIFIER_nondet_ulong();
  char *p = (char *)u;
  if (u == (uintptr_t)b)
    *p = 3;
  if (x != 1)
    reach_error();
  return 0;
}
