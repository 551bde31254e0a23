// expect: safe
// must: decided
// because: x86 is little-endian, and the header says so
#include <sys/types.h>
extern void reach_error(void);
int main(void) {
#if BYTE_ORDER == BIG_ENDIAN
  reach_error();
#endif
  return 0;
}
