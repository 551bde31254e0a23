// expect: unsafe
// truth: -O0 only
// because: a record of numbers is copied into a record of pointers, after the object was freed
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
typedef unsigned long word;
struct numbers {
  word at;
  int kind;
};
struct pointers {
  int *at;
  int kind;
};
int main(void) {
  struct numbers kept;
  struct pointers back;
  int *p = malloc(24);
  kept.at = (word)p;
  kept.kind = 1;
  free(p);
  int *q = malloc(24);
  memcpy(&back, &kept, sizeof back);
  if (q && kept.at == (word)q) {
    *q = 1;
    *back.at = 2;
    if (*q == 2)
      reach_error();
  }
  return 0;
}
