// expect: unsafe
// run: 3 -> end 0
// run: 65536 -> error
// run: 46341 -> error
// because: the square wraps around to something not positive
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 0)
    return 0;
  assert(x * x > 0);
  return 0;
}
