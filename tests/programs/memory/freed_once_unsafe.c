// expect: unsafe
// property: valid-memsafety
// violated: valid-free
// because: the object may be freed twice
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof(int));
  if (!p)
    return 0;
  *p = 1;
  while (__VERIFIER_nondet_int()) {
    free(p);
    if (__VERIFIER_nondet_int())
      p = 0;
  }
  free(p);
  return 0;
}
