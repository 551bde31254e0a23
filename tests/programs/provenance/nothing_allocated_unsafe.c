// expect: unsafe
// because: it does not give null
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  void *p = malloc(0), *q = malloc(0);
  if (!(p == q))
    reach_error();
  if (!(!p))
    reach_error();
}
