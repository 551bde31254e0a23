// expect: safe
// because: atol skips spaces
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (atol("  77") != 77)
      reach_error();
  return 0;
}
