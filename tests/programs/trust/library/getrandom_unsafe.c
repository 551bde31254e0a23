// expect: unsafe
// because: getrandom writes bytes
#include <sys/random.h>
extern void reach_error(void);
int main(void) {
  unsigned long b = 0;
  getrandom(&b, sizeof b, 0);
  if (b != 0)
    reach_error();
  return 0;
}
