// expect: safe
// because: %hn stores a short
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  short n = 99;
  fprintf(stderr, "ab%hn\n", &n);
  if (n != 2)
      reach_error();
  return 0;
}
