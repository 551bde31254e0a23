// expect: safe
// ring: first
// because: a copied pointer leads to the same object
#include <string.h>
extern void reach_error(void);
int main(void) {
  int x = 5, *p = &x, *q = 0;
  memcpy(&q, &p, sizeof p);
  *q = 6;
  if (x != 6)
      reach_error();
  return 0;
}
