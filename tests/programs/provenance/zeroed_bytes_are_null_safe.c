// expect: safe
// because: null is all zeros
#include <string.h>
extern void reach_error(void);
int x = 5;
int main(void) {
  int *p = &x;
  memset(&p, 0, sizeof p);
  if (!(p == 0))
    reach_error();
}
