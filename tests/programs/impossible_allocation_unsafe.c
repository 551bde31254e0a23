// expect: unsafe
// run: -> error
// because: null is given, not the end of the path
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc((size_t)-2);
  if (!p)
    reach_error();
  return 0;
}
