// expect: safe
// because: argz_create_sep stores the vector
#define _GNU_SOURCE
#include <argz.h>
extern void reach_error(void);
int main(void) {
  char *z = 0;
  size_t n = 0;
  argz_create_sep("a:b", ':', &z, &n);
  if (!(n == 4 && z[1] == 0))
      reach_error();
  return 0;
}
