// expect: safe
// because: no object of that alignment fits
#include <stdlib.h>
extern void reach_error(void);
extern int posix_memalign(void **, size_t, size_t);
int main(void) {
  void *p = 0;
  int problem = posix_memalign(&p, 1UL << 62, 8);
  if (problem == 0)
    reach_error();
  return 0;
}
