// expect: unsafe
// truth: -O0 only
// because: a number kept from an object that was freed becomes a pointer to the next one
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(24);
  word kept = (word)p;
  free(p);
  char *q = malloc(24);
  if (q && (char *)kept == q)
    reach_error();
  return 0;
}
