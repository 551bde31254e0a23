// expect: safe
// ring: first
// must: decided
// because: bzero writes zeros
#include <strings.h>
extern void reach_error(void);
int main(void) {
  int x = 5;
  bzero(&x, sizeof x);
  if (x != 0)
      reach_error();
  return 0;
}
