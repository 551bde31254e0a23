// expect: unsafe
// because: random gives 0 to 2**31-1
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (random() > 5)
    reach_error();
  return 0;
}
