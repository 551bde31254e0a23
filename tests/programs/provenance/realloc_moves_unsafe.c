// expect: unsafe
// truth: -O0 only
// because: there is no room behind the object
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(24), *wall = malloc(24);
  word before = (word)p;
  char *q = realloc(p, 100000);
  wall[0] = 1;
  if (!((word)q == before))
    reach_error();
}
