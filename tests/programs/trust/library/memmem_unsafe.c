// expect: unsafe
// because: memmem finds
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char *t = "abcd";
  if (memmem(t, 4, "cd", 2) == t + 2)
      reach_error();
  return 0;
}
