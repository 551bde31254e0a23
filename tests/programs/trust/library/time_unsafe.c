// expect: unsafe
// ring: first
// must: decided
// because: time stores what it returns
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 5;
  time(&t);
  if (t != 5)
    reach_error();
  return 0;
}
