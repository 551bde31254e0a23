// expect: safe
// ring: first
// because: strtod reads a number and stores where it ends
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *end = 0;
  double d = strtod("2.5z", &end);
  if (!(d == 2.5 && *end == 'z'))
      reach_error();
  return 0;
}
