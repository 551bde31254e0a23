// expect: safe
// ring: first
// because: in the locale C strxfrm copies
#include <string.h>
extern void reach_error(void);
int main(void) {
  char d[8] = "-------";
  size_t n = strxfrm(d, "abc", 8);
  if (!(n == 3 && d[0] == 'a' && d[3] == 0))
      reach_error();
  return 0;
}
