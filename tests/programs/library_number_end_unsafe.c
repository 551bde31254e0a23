// expect: unsafe
// run: 0 -> error
// because: with a base that does not exist strtol tells nothing
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char text[] = "12", *end = 0;
  strtol(text, &end, 1);
  if (end == 0)
    reach_error();
  return 0;
}
