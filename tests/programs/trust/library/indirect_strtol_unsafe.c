// expect: unsafe
// because: strtol through a pointer reads the number
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  long (*number)(const char *, char **, int) = strtol;
  if (number("12", 0, 10) == 12)
      reach_error();
  return 0;
}
