// expect: safe
// because: fread writes into the buffer
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n = 5;
  FILE *f = fopen("/dev/null", "r");
  if (f != 0 && fread(&n, sizeof n, 1, f) > 1)
    reach_error();
  return 0;
}
