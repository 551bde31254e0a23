// expect: unsafe
// truth: -O0 only
// because: two numbers are equal if both are equal to a third, and the old one leads to the new object
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
static int is_bit(word number, int at) { return number >> at & 1 ? 1 : 0; }
int main(void) {
  int *p = malloc(24);
  word kept = (word)p;
  free(p);
  int *q = malloc(24);
  if (!q)
    return 0;
  word now = (word)q;
  *q = 1;
  for (int at = 0; at < 8 * (int)sizeof(word); at++)
    if (is_bit(kept, at) != is_bit(now, at))
      return 0;
  *(int *)kept = 2;
  if (*q == 2)
    reach_error();
  return 0;
}
