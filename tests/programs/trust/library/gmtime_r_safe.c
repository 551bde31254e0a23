// expect: safe
// ring: first
// because: gmtime_r writes the fields
#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t zero = 0;
  struct tm t = {0};
  if (!(gmtime_r(&zero, &t) == &t && t.tm_year == 70 && t.tm_mday == 1))
      reach_error();
  return 0;
}
