// expect: safe
// must: decided
// because: _SC_PAGESIZE is an enumeration constant behind a macro of the same name
#include <unistd.h>
extern void reach_error(void);
int main(void) {
#if _SC_PAGESIZE == 30
  reach_error();
#endif
  return 0;
}
