// expect: unsafe
// ring: first
// must: decided
// because: clock_gettime stores the time
#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct timespec t = {7, 7};
  clock_gettime(CLOCK_REALTIME, &t);
  if (t.tv_sec != 7)
    reach_error();
  return 0;
}
