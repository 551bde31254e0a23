// expect: safe
// property: memory
// run: 11 -> end
// because: the buffer is large enough
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int *make_buffer(int count) {
  return malloc(count * sizeof(int));
}
int main(void) {
  int *p = make_buffer(10);
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 10)
    p[i] = 3;
  free(p);
  return 0;
}
