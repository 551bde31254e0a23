// expect: safe
// property: valid-memsafety
// because: who frees the object forgets its address
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof(int));
  if (!p)
    return 0;
  *p = 1;
  while (__VERIFIER_nondet_int()) {
    free(p);
    p = 0;
  }
  free(p);
  return 0;
}
