// expect: safe
// because: ecvt stores point and sign
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int point = 99, sign = 99;
  ecvt(-12.5, 3, &point, &sign);
  if (!(point == 2 && sign != 0))
      reach_error();
  return 0;
}
