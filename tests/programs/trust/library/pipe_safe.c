// expect: safe
// ring: first
// because: pipe stores two different descriptors
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int ends[2] = {-7, -7};
  if (pipe(ends) == 0 && ends[0] == ends[1])
    reach_error();
  return 0;
}
