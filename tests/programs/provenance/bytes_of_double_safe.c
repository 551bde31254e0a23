// expect: safe
// options: --data-model LP64
// because: eight bytes of a double hold a pointer
#include <string.h>
extern void reach_error(void);
int x = 5;
int main(void) {
  int *p = &x, *q = 0;
  double d, e;
  memcpy(&d, &p, sizeof p);
  e = d;
  memcpy(&q, &e, sizeof q);
  if (!(q == &x))
    reach_error();
}
