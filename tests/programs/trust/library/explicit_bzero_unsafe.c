// expect: unsafe
// ring: first
// because: explicit_bzero writes zeros
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char key[4] = {1, 2, 3, 4};
  explicit_bzero(key, 2);
  if (key[0] == 0 && key[1] == 0 && key[2] == 3)
      reach_error();
  return 0;
}
