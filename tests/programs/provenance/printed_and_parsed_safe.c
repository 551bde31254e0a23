// expect: safe
// because: all digits are read again
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int x = 5;
int main(void) {
  char text[40];
  sprintf(text, "%lu", (word)&x);
  int *p = (int *)strtoul(text, 0, 10);
  if (!(p == &x))
    reach_error();
}
