// expect: safe
// because: without room it measures
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n = snprintf(0, 0, "%d %s", 12, "xyz");
  if (n != 6)
      reach_error();
  return 0;
}
