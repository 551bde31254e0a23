// expect: unsafe
// options: --property valid-memsafety
// truth: no sanitizer
// because: the object ended when its function returned
#include <alloca.h>
static int *room(int n) {
  int *p = alloca(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
  return p;
}
int main(void) {
  int *p = room(3);
  return p == 0 || p[2] > 9;
}
