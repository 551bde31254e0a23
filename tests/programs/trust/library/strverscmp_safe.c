// expect: safe
// because: strverscmp compares numbers
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  if (!(strverscmp("a9", "a10") < 0))
      reach_error();
  return 0;
}
