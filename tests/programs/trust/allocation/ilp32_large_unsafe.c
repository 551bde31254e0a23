// expect: unsafe
// options: --data-model ILP32
// unless: alloc
// because: the program goes on with null
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(0x90000000u);
  reach_error();
  return 0;
}
