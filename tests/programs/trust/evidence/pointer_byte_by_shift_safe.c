// expect: safe
// because: the bytes make the address
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int x = 5, *p = &x;
  uintptr_t u = 0;
  for (unsigned i = 0; i < sizeof p; i++)
    u |= (uintptr_t)((unsigned char *)&p)[i] << (8 * i);
  if (!(u == (uintptr_t)&x))
      reach_error();
  return 0;
}
