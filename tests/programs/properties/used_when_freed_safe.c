// expect: safe
// property: memory
// run: 5 -> end
// because: the block is not read any more
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void release(int *block) {
  free(block);
}
int main(void) {
  int *p = malloc(sizeof(int));
  *p = __VERIFIER_nondet_int();
  int was = *p;
  if (was == 5)
    release(p);
  if (was == 7)
    was = 7;
  if (was != 5)
    free(p);
  return 0;
}
