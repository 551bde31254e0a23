// expect: unsafe
// because: a larger object does not fit where the freed one was
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(24);
  word before = (word)p;
  free(p);
  char *q = malloc(4000);
  if (!((word)q == before))
    reach_error();
}
