// expect: safe
// options: --data-model ILP32
// because: no pointer is both
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(0x90000000u);
  if (p && !p)
    reach_error();
  return 0;
}
