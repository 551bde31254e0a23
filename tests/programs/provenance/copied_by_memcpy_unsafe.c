// expect: unsafe
// because: the copy is made before the change
#include <string.h>
extern void reach_error(void);
int x = 5, y = 6;
int main(void) {
  int *p = &x, *q = 0;
  memcpy(&q, &p, sizeof p);
  p = &y;
  if (!(*q == 6))
    reach_error();
}
