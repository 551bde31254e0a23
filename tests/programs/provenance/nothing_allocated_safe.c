// expect: safe
// because: glibc gives each request for nothing an address of its own
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  void *p = malloc(0), *q = malloc(0);
  if (!(p != q))
    reach_error();
  if (!(p))
    reach_error();
}
