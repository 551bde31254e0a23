// expect: safe
// because: what was written is there
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  if (*p != 3)
    reach_error();
  return 0;
}
