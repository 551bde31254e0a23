// expect: safe
// because: two pieces do not overlap
#include <alloca.h>
extern void reach_error(void);
int main(void) {
  char *p = alloca(4);
  p[3] = 9;
  char *q = alloca(4);
  q[0] = 1;
  if (!(p != q && p[3] == 9))
      reach_error();
  return 0;
}
