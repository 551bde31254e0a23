// expect: safe
// because: equal pointers have equal bytes
#include <string.h>
extern void reach_error(void);
__attribute__((aligned(8))) int a[2];
int main(void) {
  int *p = &a[0], *q = &a[1];
  if (!(memcmp(&p, &q, sizeof p) != 0))
    reach_error();
}
