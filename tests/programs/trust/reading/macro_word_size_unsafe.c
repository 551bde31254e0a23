// expect: unsafe
// must: decided
// because: a word has 64 bits, and the header says so
#include <stdint.h>
extern void reach_error(void);
int main(void) {
#if __WORDSIZE == 64
  reach_error();
#endif
  return 0;
}
