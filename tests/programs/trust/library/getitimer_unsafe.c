// expect: unsafe
// because: getitimer writes the rest of the time
#include <sys/time.h>
extern void reach_error(void);
int main(void) {
  struct itimerval v;
  v.it_value.tv_sec = 7;
  getitimer(ITIMER_REAL, &v);
  if (v.it_value.tv_sec == 0)
      reach_error();
  return 0;
}
