// expect: unsafe
// ring: first
// because: getcwd writes the path
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char b[4096] = "x";
  getcwd(b, sizeof b);
  if (b[0] != 'x')
    reach_error();
  return 0;
}
