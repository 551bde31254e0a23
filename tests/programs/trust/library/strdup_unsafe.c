// expect: unsafe
// because: strdup copies
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char *p = strdup("ab");
  if (p[0] == 'a' && p[2] == 0)
      reach_error();
  return 0;
}
