// expect: safe
// because: getenv may give null or a string
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *v = getenv("OF_NO_ENVIRONMENT");
  if (v != 0 && v[0] != 0 && v[0] == 0)
    reach_error();
  return 0;
}
