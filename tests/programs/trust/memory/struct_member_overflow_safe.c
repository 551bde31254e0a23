// expect: safe
// options: --property valid-memsafety
// because: inside
#include <stdlib.h>
struct s {
  int a[2];
  int b;
};
int main(void) {
  struct s v = {{1, 2}, 3};
  int i = 1;
  return v.a[i] - 2;
}
