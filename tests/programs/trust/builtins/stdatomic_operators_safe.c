// expect: safe
// because: atomic objects work with operators
#include <stdatomic.h>
extern void reach_error(void);
int main(void) {
  _Atomic int x = 5;
  x += 2;
  int e = 7;
  atomic_compare_exchange_strong(&x, &e, 9);
  if (x != 9)
      reach_error();
  return 0;
}
