// expect: safe
// because: strtof stores where the number ends
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *end = 0;
  strtof("1e2!", &end);
  if (*end != '!')
      reach_error();
  return 0;
}
