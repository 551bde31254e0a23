// expect: safe
// because: the contents stay
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int *p = malloc(100);
  p[0] = 5;
  word before = (word)p;
  int *q = realloc(p, 90);
  if (!(q[0] == 5))
    reach_error();
}
