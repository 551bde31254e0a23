// expect: safe
// because: strncat adds at most so many and a zero
#include <string.h>
extern void reach_error(void);
int main(void) {
  char d[8] = "ab";
  strncat(d, "cdef", 2);
  if (!(d[3] == 'd' && d[4] == 0))
      reach_error();
  return 0;
}
