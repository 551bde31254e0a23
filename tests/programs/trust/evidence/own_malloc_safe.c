// expect: safe
// ring: first
// truth: -fno-builtin
// because: the program's malloc gives nothing
#include <stddef.h>
extern void reach_error(void);
void *malloc(size_t n) { return 0; }
int main(void) {
  int *p = malloc(4);
  if (p != 0)
      reach_error();
  return 0;
}
