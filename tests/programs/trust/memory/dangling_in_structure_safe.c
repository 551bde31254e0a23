// expect: safe
// options: --property valid-memsafety
// because: nobody uses it
#include <stdlib.h>
struct s {
  int *p;
};
int main(void) {
  struct s v = {malloc(4)};
  free(v.p);
  v.p = 0;
  return 0;
}
