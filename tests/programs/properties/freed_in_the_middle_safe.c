// expect: safe
// property: memory
// run: 0, 1, 7 -> end
// because: the start was kept
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  short *p = malloc(8), *at = p;
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int() == i)
      at++;
  free(p);
  return 0;
}
