// expect: unsafe
// because: fgets writes into the buffer
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[4] = "xyz";
  FILE *f = fopen("/dev/zero", "r");
  if (f != 0)
    fgets(b, 2, f);
  if (b[0] != 'x')
    reach_error();
  return 0;
}
