// expect: unsafe
// ring: first
// must: decided
// because: bcopy copies from its first argument to its second, also when they overlap
#include <strings.h>
extern void reach_error(void);
int main(void) {
  char a[] = "abcdef";
  bcopy(a, a + 1, 4);
  if (a[1] == 'a' && a[4] == 'd' && a[5] == 'f')
      reach_error();
  return 0;
}
