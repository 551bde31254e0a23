// expect: safe
// must: decided
// because: LONG_LONG_MAX is there for those who ask for GNU
#include <limits.h>
extern void reach_error(void);
int main(void) {
#if defined LONG_LONG_MAX
  reach_error();
#endif
  return 0;
}
