// expect: safe
// because: getrandom writes bytes
#include <sys/random.h>
extern void reach_error(void);
int main(void) {
  unsigned char b = 0;
  if (getrandom(&b, 1, 0) > 1)
    reach_error();
  return 0;
}
