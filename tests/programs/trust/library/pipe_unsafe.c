// expect: unsafe
// ring: first
// because: pipe stores two different descriptors
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int ends[2] = {-7, -7};
  pipe(ends);
  if (ends[0] != -7)
    reach_error();
  return 0;
}
