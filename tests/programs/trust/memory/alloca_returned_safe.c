// expect: safe
// options: --property valid-memsafety
// because: the pointer is not used after the return
#include <alloca.h>
static int *room(int n) {
  int *p = alloca(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
  return p[n - 1] == 2 ? 0 : p;
}
int main(void) {
  int *p = room(3);
  return p != 0;
}
