// expect: safe
// must: decided
// because: nothing after exit
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  exit(0);
  reach_error();
  return 0;
}
