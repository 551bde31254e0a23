// expect: unsafe
// because: what is written is given back
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  if (puts("x") >= 0 && putchar('a') == 'a')
      reach_error();
  return 0;
}
