// expect: safe
// because: a generator without outside does not give any numbers
#define _XOPEN_SOURCE 700
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  long a = random(), b = random(), c = random();
  if (a == 0 && b == 0 && c == 5)
    reach_error();
  return c == 3;
}
