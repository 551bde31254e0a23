// expect: unsafe
// must: decided
// because: base 0 knows the prefix
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *end = 0;
  long n = strtol(" 0x1Fg", &end, 0);
  if (n == 31 && *end == 'g')
      reach_error();
  return 0;
}
