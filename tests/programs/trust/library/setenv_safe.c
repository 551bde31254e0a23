// expect: safe
// because: setenv changes what getenv gives
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  setenv("OF_THE_TEST", "1", 1);
  char *v = getenv("OF_THE_TEST");
  if (!(v != 0 && *v == '1'))
      reach_error();
  return 0;
}
