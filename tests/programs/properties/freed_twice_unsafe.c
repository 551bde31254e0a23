// expect: unsafe
// property: memory
// run: 4 -> 14: free of `p`, which points to an object that was freed at line 12 (made at line 9)
// because: four is more than three and less than five
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = malloc(8);
  int n = __VERIFIER_nondet_int();
  if (n > 3)
    free(p);
  if (n < 5)
    free(p);
  return 0;
}
