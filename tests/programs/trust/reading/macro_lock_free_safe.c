// expect: safe
// must: decided
// because: operations on an atomic int are always lock-free
#include <stdatomic.h>
extern void reach_error(void);
int main(void) {
#if ATOMIC_INT_LOCK_FREE != 2
  reach_error();
#endif
  return 0;
}
