// expect: unsafe
// property: memory
// run: 0, 1, 7 -> 13: free of a pointer into the middle of an object of 8 bytes made at line 9 (malloc in main): `at` points 4 bytes behind its start
// because: the pointer has moved
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  short *p = malloc(8), *at = p;
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int() == i)
      at++;
  free(at);
  return 0;
}
