// expect: safe
// run: 0 -> end 0
// run: 12 -> end 0
// because: the square of an integer below a thousand is not negative
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int() % 1000;
  assert(x * x >= 0);
  return 0;
}
