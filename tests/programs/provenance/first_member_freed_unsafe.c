// expect: unsafe
// options: --property valid-memsafety
// because: the second is not
#include <stdlib.h>
struct record { int first; int second; };
int main(void) {
  struct record *r = malloc(sizeof *r);
  int *p = &r->second;
  free(p);
}
