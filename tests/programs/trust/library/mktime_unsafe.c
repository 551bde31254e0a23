// expect: unsafe
// ring: first
// because: mktime brings the fields into their ranges
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct tm t = {0};
  t.tm_year = 100;
  t.tm_mon = 13;
  t.tm_mday = 15;
  mktime(&t);
  if (t.tm_mon == 1 && t.tm_year == 101)
      reach_error();
  return 0;
}
