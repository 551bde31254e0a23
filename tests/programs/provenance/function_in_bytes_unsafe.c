// expect: unsafe
// because: the first one is written over again
#include <string.h>
extern void reach_error(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
  int (*f)(void) = one, (*g)(void) = two;
  unsigned char bytes[sizeof f];
  memcpy(bytes, &f, sizeof f);
  memcpy(bytes, &g, sizeof g);
  memcpy(&g, bytes, sizeof g);
  if (!(g() == 1))
    reach_error();
}
