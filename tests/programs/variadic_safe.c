// expect: safe
// run: 3 -> end 0
// run: -4 -> end 0
// because: the arguments arrive in order and with their promoted types
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int a, b; };
static long long sum(int n, ...) {
  va_list ap, copy;
  long long total = 0;
  va_start(ap, n);
  va_copy(copy, ap);
  for (int i = 0; i < n; i++)
    total += va_arg(ap, int);
  total += va_arg(ap, long long);
  total += (long long)va_arg(ap, double);
  struct pair p = va_arg(ap, struct pair);
  total += p.a * p.b;
  total += va_arg(copy, int);
  va_end(copy);
  va_end(ap);
  return total;
}
int main(void) {
  int x = __VERIFIER_nondet_int() % 1000;
  char c = 7;
  struct pair p = {2, 3};
  if (sum(2, x, c, 1LL << 40, 2.5f, p) != 2LL * x + 7 + (1LL << 40) + 2 + 6)
    reach_error();
  return 0;
}
