// expect: unsafe
// because: the sum is stored
#include <stdatomic.h>
extern void reach_error(void);
int main(void) {
  atomic_int x = 5;
  atomic_fetch_add(&x, 2);
  if (atomic_load(&x) == 7)
      reach_error();
  return 0;
}
