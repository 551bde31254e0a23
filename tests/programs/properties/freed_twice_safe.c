// expect: safe
// property: memory
// run: 4 -> end
// because: the block is freed once
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = malloc(8);
  int n = __VERIFIER_nondet_int();
  if (n > 3)
    free(p);
  if (n < 4)
    free(p);
  return 0;
}
