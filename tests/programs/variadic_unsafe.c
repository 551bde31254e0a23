// expect: unsafe
// run: 3 -> end 0
// run: -1 -> error
// because: a char argument is promoted to int with its sign
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int first(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int x = va_arg(ap, int);
  va_end(ap);
  return x;
}
int main(void) {
  signed char c = __VERIFIER_nondet_int();
  if (first(1, c) < 0)
    reach_error();
  return 0;
}
