// expect: unsafe
// property: memory
// run: 5 -> 17: `p` points to an object that was freed at line 9 (made at line 12)
// because: the block is gone
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
  if (*p == 7)
    was = 7;
  if (was != 5)
    free(p);
  return 0;
}
