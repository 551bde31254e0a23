// expect: unsafe
// ring: first
// because: strftime returns less than the room
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct tm t = {0};
  char b[8];
  if (strftime(b, sizeof b, "%Y", &t) == 4)
    reach_error();
  return 0;
}
