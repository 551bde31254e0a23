// expect: safe
// because: strchrnul gives the end
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char *t = "abc";
  if (*strchrnul(t, 'z') != 0)
      reach_error();
  return 0;
}
