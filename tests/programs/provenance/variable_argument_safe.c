// expect: safe
// because: a pointer is passed as it is
#include <stdarg.h>
extern void reach_error(void);
typedef unsigned long word;
int x = 5, y = 6;
static int *last(int count, ...) {
  va_list rest;
  int *p = 0;
  va_start(rest, count);
  for (int i = 0; i < count; i++)
    p = (int *)va_arg(rest, word);
  va_end(rest);
  return p;
}
int main(void) {
  if (!(last(2, (word)&x, (word)&y) == &y))
    reach_error();
}
