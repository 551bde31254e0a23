// expect: unsafe
// because: gmtime returns the same object again
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t day = 86400 * 40;
  struct tm *a = gmtime(&day);
  int before = a->tm_mon;
  time_t zero = 0;
  gmtime(&zero);
  if (before == 1 && a->tm_mon == 0)
      reach_error();
  return 0;
}
