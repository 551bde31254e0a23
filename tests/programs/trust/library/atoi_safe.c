// expect: safe
// because: atoi reads what looks like a number
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (atoi("-12abc") != -12)
      reach_error();
  return 0;
}
