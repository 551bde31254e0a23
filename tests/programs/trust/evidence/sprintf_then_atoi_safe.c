// expect: safe
// because: the text is the number
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char b[16];
  sprintf(b, "%d", -37);
  if (atoi(b) != -37)
      reach_error();
  return 0;
}
