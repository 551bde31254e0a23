// expect: unsafe
// property: memory
// run: 11 -> 15: `p + i` points 4 bytes behind an object of 40 bytes made at line 9 (malloc in make_buffer)
// because: the buffer ends before
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *make_buffer(int count) {
  return malloc(count * sizeof(int));
}
int main(void) {
  int *p = make_buffer(10);
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 12)
    p[i] = 3;
  free(p);
  return 0;
}
