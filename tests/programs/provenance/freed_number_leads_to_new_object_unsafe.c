// expect: unsafe
// truth: -O0 only
// because: memory that was freed is given again, and a number has no memory of its own
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int *p = malloc(24);
  word n = (word)p;
  free(p);
  int *q = malloc(24);
  *q = 5;
  if (n == (word)q)
    *(int *)n = 7;
  if (!(*q == 5))
    reach_error();
}
