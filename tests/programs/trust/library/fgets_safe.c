// expect: safe
// because: fgets writes into the buffer
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[4] = "xyz";
  FILE *f = fopen("/dev/null", "r");
  if (f != 0 && fgets(b, 4, f) == b)
    reach_error();
  return 0;
}
