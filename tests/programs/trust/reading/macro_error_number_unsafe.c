// expect: unsafe
// must: decided
// because: the header defines all error numbers
#include <errno.h>
extern void reach_error(void);
int main(void) {
#if ELOOP == 40
  reach_error();
#endif
  return 0;
}
