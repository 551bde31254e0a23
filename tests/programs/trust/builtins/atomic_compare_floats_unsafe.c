// expect: unsafe
// because: zeros of two signs have other bytes
#include <stdatomic.h>
extern void reach_error(void);
int main(void) {
  _Atomic float object = 0.0f;
  float expected = -0.0f;
  _Bool swapped = atomic_compare_exchange_strong(&object, &expected, 1.0f);
  if (!swapped)
    reach_error();
  return 0;
}
