// expect: unsafe
// with: pointer.other.c
// because: allocated memory may be written as well
#include <stdlib.h>
extern void reach_error(void);
extern void change(int *p);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  change(p);
  if (*p != 5)
    reach_error();
  return 0;
}
