// expect: safe
// truth: -fno-builtin
// because: the program defines its own memset
#include <stddef.h>
extern void reach_error(void);
void *memset(void *p, int c, size_t n) {
  *(char *)p = 9;
  return p;
}
int main(void) {
  char b[2] = {1, 1};
  memset(b, 0, 2);
  if (!(b[0] == 9 && b[1] == 1))
      reach_error();
  return 0;
}
