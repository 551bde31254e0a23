// expect: unsafe
// options: --property valid-memsafety
// because: the copy still leads there
#include <stdlib.h>
struct s {
  int *p;
};
int main(void) {
  struct s v = {malloc(4)}, w = v;
  free(v.p);
  *w.p = 1;
  return 0;
}
