// expect: unsafe
// ring: first
// must: decided
// because: rand gives 0 to RAND_MAX
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (rand() > 5)
    reach_error();
  return 0;
}
