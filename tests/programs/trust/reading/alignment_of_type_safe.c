// expect: safe
// because: the type is aligned to 32 bytes
#include <stdint.h>
extern void reach_error(void);
struct wide {
  char c;
} __attribute__((aligned(32)));
static struct wide w;
int main(void) {
  if (!(sizeof(struct wide) == 32 && ((uintptr_t)&w & 31) == 0))
      reach_error();
  return 0;
}
