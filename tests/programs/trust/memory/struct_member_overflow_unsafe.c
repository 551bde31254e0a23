// expect: unsafe
// options: --property valid-memsafety
// because: behind the structure
#include <stdlib.h>
struct s {
  int a[2];
  int b;
};
int main(void) {
  struct s *v = malloc(sizeof *v);
  int i = 3;
  v->a[i] = 1;
  free(v);
  return 0;
}
