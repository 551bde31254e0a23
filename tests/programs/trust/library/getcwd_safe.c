// expect: safe
// ring: first
// because: getcwd writes the path
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char b[4096] = "x";
  char *p = getcwd(b, sizeof b);
  if (p != 0 && p != b)
    reach_error();
  return 0;
}
