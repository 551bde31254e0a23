// expect: safe
// because: strtok_r cuts the text and stores the rest
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char t[] = "a b", *rest = 0;
  char *p = strtok_r(t, " ", &rest);
  if (!(p == t && rest != 0 && t[1] == 0))
      reach_error();
  return 0;
}
