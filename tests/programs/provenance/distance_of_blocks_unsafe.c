// expect: unsafe
// because: they are 32 bytes apart in one data model and 16 or 48 in others
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(8), *q = malloc(40), *r = malloc(8);
  word m = (word)q - (word)p, n = (word)r - (word)q;
  if (!((m | n) % 32 == 0))
    reach_error();
}
