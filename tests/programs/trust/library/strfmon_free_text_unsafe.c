// expect: unsafe
// because: confstr writes the text
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char b[8] = "?";
  if (confstr(_CS_PATH, b, sizeof b) > 1 && b[0] == '/')
      reach_error();
  return 0;
}
