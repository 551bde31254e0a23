// expect: safe
// because: memfrob changes every byte
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char t[2] = "a";
  memfrob(t, 1);
  if (t[0] != ('a' ^ 42))
      reach_error();
  return 0;
}
