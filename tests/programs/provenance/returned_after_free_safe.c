// expect: safe
// because: as long as the object is there no other one has its number
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(24);
  word kept = (word)p;
  char *q = malloc(24);
  if (p && q && (char *)kept == q)
    reach_error();
  return 0;
}
