// expect: unsafe
// truth: -O0 only
// because: the bytes between the members hold what the stack held before
#include <string.h>
extern void reach_error(void);
struct record { char c; int *p; };
int x;
static void before(int byte) { unsigned char filled[64]; memset(filled, byte, sizeof filled); }
static int same(void) {
  struct record r, s = {0};
  r.c = 0;
  r.p = 0;
  return memcmp(&r, &s, sizeof r) == 0;
}
int main(void) {
  before(0xff);
  if (!(same()))
    reach_error();
}
