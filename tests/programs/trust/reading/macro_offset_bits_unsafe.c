// expect: unsafe
// must: decided
// options: --data-model ILP32
// because: off_t has 64 bits where the program asks for it
#define _FILE_OFFSET_BITS 64
#include <sys/types.h>
extern void reach_error(void);
int main(void) {
  if (sizeof(off_t) == 8)
    reach_error();
  return 0;
}
