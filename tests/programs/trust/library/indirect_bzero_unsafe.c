// expect: unsafe
// ring: first
// because: bzero through a pointer writes zeros
#include <strings.h>
#include <stddef.h>
extern void reach_error(void);
int main(void) {
  void (*clear)(void *, size_t) = bzero;
  int x = 5;
  clear(&x, sizeof x);
  if (x == 0)
      reach_error();
  return 0;
}
