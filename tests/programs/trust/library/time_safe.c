// expect: safe
// ring: first
// must: decided
// because: time stores what it returns
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 5, r = time(&t);
  if (r != t)
    reach_error();
  return 0;
}
