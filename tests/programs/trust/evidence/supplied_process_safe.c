// expect: safe
// because: a process does not change its number
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  if (getpid() != getpid())
    reach_error();
  return 0;
}
