// expect: unsafe
// ring: first
// must: decided
// because: gettimeofday stores the time
#include <sys/time.h>
extern void reach_error(void);
int main(void) {
  struct timeval t = {7, 7};
  gettimeofday(&t, 0);
  if (t.tv_sec != 7)
    reach_error();
  return 0;
}
