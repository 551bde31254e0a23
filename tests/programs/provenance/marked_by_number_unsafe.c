// expect: unsafe
// truth: -O0 only
// because: a table that numbers index tells that the old number is that of the new object
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
static char marks[4096];
int main(void) {
  int *p = malloc(24);
  word kept = (word)p;
  free(p);
  int *q = malloc(24);
  if (!q)
    return 0;
  *q = 1;
  marks[kept % 4096] = 1;
  if (marks[(word)q % 4096]) {
    *(int *)kept = 2;
    if (*q == 2)
      reach_error();
  }
  return 0;
}
