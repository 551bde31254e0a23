// expect: unsafe
// ring: first
// must: decided
// because: two numbers need not be equal
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int a = rand(), b = rand();
  if (a != b)
    reach_error();
  return 0;
}
