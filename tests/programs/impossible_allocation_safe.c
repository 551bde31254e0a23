// expect: safe
// run: -> end 0
// because: a size beyond all objects, or one that wraps, gives null
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc((size_t)-2), *q = calloc((size_t)-1 / 2, 3);
  char *r = malloc(1);
  if (!r)
    return 0;
  *r = 'r';
  char *s = realloc(r, (size_t)-1 - 15);
  if (p || q || s || *r != 'r')
    reach_error();
  return 0;
}
