// expect: safe
// truth: -fno-builtin
// because: the program's memcpy does nothing
#include <stddef.h>
extern void reach_error(void);
void *memcpy(void *restrict to, const void *restrict from, size_t n) { return to; }
int main(void) {
  int x = 5, y = 6;
  memcpy(&x, &y, sizeof x);
  if (x != 5)
      reach_error();
  return 0;
}
