// expect: safe
// must: decided
// because: stdio.h does not bring offsetof along
#include <stdio.h>
extern void reach_error(void);
int main(void) {
#if defined offsetof
  reach_error();
#endif
  return 0;
}
