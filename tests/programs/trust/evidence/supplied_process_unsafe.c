// expect: unsafe
// because: a process has a number
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  if (getpid() == getpid())
    reach_error();
  return 0;
}
