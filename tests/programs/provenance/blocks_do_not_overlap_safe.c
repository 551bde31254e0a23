// expect: safe
// because: each block has its hundred bytes
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(100), *q = malloc(100);
  word m = (word)p, n = (word)q;
  word distance = m < n ? n - m : m - n;
  if (!(distance >= 100))
    reach_error();
}
