// expect: unsafe
// ring: first
// with: nondet_memory.other.c
// because: __VERIFIER_nondet_memory writes any bytes there and nowhere else
#include <stddef.h>
extern void reach_error(void);
extern void __VERIFIER_nondet_memory(void *p, size_t n);
int main(void) {
  int x = 5, y = 7;
  __VERIFIER_nondet_memory(&x, sizeof x);
  if (x != 5)
    reach_error();
  return 0;
}
