// expect: safe
// because: both are aligned to eight at least
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(8), *q = malloc(40), *r = malloc(8);
  word m = (word)q - (word)p, n = (word)r - (word)q;
  if (!((m | n) % 8 == 0))
    reach_error();
}
