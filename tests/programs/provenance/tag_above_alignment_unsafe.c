// expect: unsafe
// because: an allocated object may lie at an odd multiple of 16
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(40), *q = malloc(40);
  word tagged = (word)p | 16, other = (word)q | 16;
  if ((tagged & ~16ul) != (word)p || (other & ~16ul) != (word)q)
    reach_error();
  return 0;
}
