// expect: unsafe
// ring: first
// with: integer_hits_object.other.c
// because: the number may be the address
#include <stdint.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
char b[4] = {1, 1, 1, 1};
int main(void) {
  uintptr_t u = __VERIFIER_nondet_ulong();
  char *p = (char *)u;
  if (u == (uintptr_t)b)
    *p = 3;
  if (b[0] != 1)
    reach_error();
  return 0;
}
