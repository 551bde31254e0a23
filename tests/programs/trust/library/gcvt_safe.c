// expect: safe
// because: gcvt writes the text
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char b[16] = "?";
  gcvt(2.5, 3, b);
  if (!(b[0] == '2' && b[1] == '.'))
      reach_error();
  return 0;
}
