// expect: safe
// must: decided
// because: strtoull reads the number and stores where it ends
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *end = 0;
  unsigned long long n = strtoull("42x", &end, 10);
  if (!(n == 42 && *end == 'x'))
      reach_error();
  return 0;
}
