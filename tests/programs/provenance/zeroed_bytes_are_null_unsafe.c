// expect: unsafe
// because: one byte is not zero
#include <string.h>
extern void reach_error(void);
int x = 5;
int main(void) {
  int *p = &x;
  memset(&p, 0, sizeof p - 1);
  ((unsigned char *)&p)[sizeof p - 1] = 1;
  if (!(p == 0))
    reach_error();
}
