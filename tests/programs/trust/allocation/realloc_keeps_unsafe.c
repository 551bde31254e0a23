// expect: unsafe
// because: realloc keeps the contents
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(2);
  p[0] = 'a';
  p[1] = 'b';
  p = realloc(p, 8);
  if (p[0] == 'a' && p[1] == 'b')
      reach_error();
  return 0;
}
