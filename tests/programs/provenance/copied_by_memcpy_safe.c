// expect: safe
// because: the bytes of the first pointer are copied
#include <string.h>
extern void reach_error(void);
int x = 5, y = 6;
int main(void) {
  int *p = &x, *q = 0;
  p = &y;
  memcpy(&q, &p, sizeof p);
  if (!(*q == 6))
    reach_error();
}
