// expect: unsafe
// because: realloc of null allocates
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = realloc(0, 4);
  *p = 3;
  if (p != 0 && *p == 3)
      reach_error();
  return 0;
}
