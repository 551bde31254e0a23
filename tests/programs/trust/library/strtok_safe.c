// expect: safe
// because: strtok cuts the text
#include <string.h>
extern void reach_error(void);
int main(void) {
  char t[] = "a b";
  char *p = strtok(t, " ");
  char *q = strtok(0, " ");
  if (!(p == t && q == t + 2 && t[1] == 0))
      reach_error();
  return 0;
}
