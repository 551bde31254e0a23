// expect: safe
// options: --property valid-memsafety
// because: the first member is where the object starts
#include <stdlib.h>
struct record { int first; int second; };
int main(void) {
  struct record *r = malloc(sizeof *r);
  int *p = &r->first;
  free(p);
}
