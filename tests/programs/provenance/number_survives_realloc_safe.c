// expect: safe
// truth: -O0 only
// because: the number is compared only
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int *p = malloc(100);
  p[0] = 5;
  word n = (word)p;
  int *q = realloc(p, 90);
  if (n == (word)q)
    *(int *)n = 5;
  if (!(q[0] == 5))
    reach_error();
}
