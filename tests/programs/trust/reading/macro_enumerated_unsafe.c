// expect: unsafe
// must: decided
// because: _SC_PAGESIZE is an enumeration constant behind a macro of the same name
#include <unistd.h>
extern void reach_error(void);
int main(void) {
#if defined _SC_PAGESIZE && _SC_PAGESIZE == 0
  reach_error();
#endif
  return 0;
}
