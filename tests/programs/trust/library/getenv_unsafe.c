// expect: unsafe
// because: getenv may give null or a string
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *v = getenv("PATH");
  if (v != 0)
    reach_error();
  return 0;
}
