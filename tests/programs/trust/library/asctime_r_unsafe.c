// expect: unsafe
// ring: first
// because: asctime_r writes the text
#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct tm t = {0};
  char b[32] = "?";
  t.tm_year = 70;
  t.tm_mday = 1;
  t.tm_wday = 4;
  if (asctime_r(&t, b) == b && b[0] == 'T' && b[23] == '0')
      reach_error();
  return 0;
}
