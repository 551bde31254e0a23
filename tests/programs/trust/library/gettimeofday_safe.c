// expect: safe
// ring: first
// must: decided
// because: gettimeofday stores the time
#include <sys/time.h>
extern void reach_error(void);
int main(void) {
  struct timeval t = {7, 7};
  if (gettimeofday(&t, 0) == 0 && (t.tv_usec < 0 || t.tv_usec > 999999))
    reach_error();
  return 0;
}
