// expect: safe
// ring: first
// must: decided
// because: clock_gettime stores the time
#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct timespec t = {7, 7};
  if (clock_gettime(CLOCK_MONOTONIC, &t) == 0 && (t.tv_nsec < 0 || t.tv_nsec > 999999999))
    reach_error();
  return 0;
}
