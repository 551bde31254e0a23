// expect: unsafe
// options: --data-model LP64
// because: the sign bit is no bit of an address
#include <string.h>
extern void reach_error(void);
int x = 5;
int main(void) {
  int *p = &x, *q = 0;
  double d, e;
  memcpy(&d, &p, sizeof p);
  e = d;
  e = -e;
  memcpy(&q, &e, sizeof q);
  if (!(q == &x))
    reach_error();
}
