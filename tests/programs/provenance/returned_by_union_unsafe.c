// expect: unsafe
// truth: -O0 only
// because: a union makes a pointer of a number without a cast, after the object was freed
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
union view {
  word number;
  int *pointer;
};
int main(void) {
  union view kept;
  int *p = malloc(24);
  kept.number = (word)p;
  free(p);
  int *q = malloc(24);
  if (q && kept.pointer == q)
    reach_error();
  return 0;
}
