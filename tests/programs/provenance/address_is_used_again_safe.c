// expect: safe
// because: two objects that live together have two addresses
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  char *p = malloc(24);
  word before = (word)p;
  char *q = malloc(24);
  if (!((word)q != before))
    reach_error();
}
