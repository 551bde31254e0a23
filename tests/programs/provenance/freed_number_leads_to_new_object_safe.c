// expect: safe
// because: the number is that of another object that lives
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  int *p = malloc(24);
  word n = (word)p;
  int *q = malloc(24);
  *q = 5;
  if (n == (word)q)
    *(int *)n = 7;
  if (!(*q == 5))
    reach_error();
}
