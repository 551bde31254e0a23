// expect: safe
// because: both objects are there, so their numbers differ in some bit
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
static int is_bit(word number, int at) { return number >> at & 1 ? 1 : 0; }
int main(void) {
  int *p = malloc(24);
  word kept = (word)p;
  int *q = malloc(24);
  if (!p || !q)
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
