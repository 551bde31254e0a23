// expect: safe
// because: as long as the object is there no other one has its number
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
  int *q = malloc(24);
  if (p && q && kept.pointer == q)
    reach_error();
  return 0;
}
