// expect: unsafe
// because: mkstemp writes over the X
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char name[] = "name-XXXXXX";
  int f = mkstemp(name);
  unlink(name);
  if (name[5] != 'X' || name[6] != 'X' || name[7] != 'X')
    reach_error();
  return 0;
}
