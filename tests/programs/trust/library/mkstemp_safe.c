// expect: safe
// because: mkstemp writes over the X
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char name[] = "name-XXXXXX";
  int f = mkstemp(name);
  unlink(name);
  if (name[4] != '-')
    reach_error();
  return 0;
}
