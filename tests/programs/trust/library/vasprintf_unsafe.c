// expect: unsafe
// because: vasprintf stores a fresh string
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static int note(char **s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vasprintf(s, format, list);
  va_end(list);
  return n;
}
int main(void) {
  char *s = 0;
  if (note(&s, "<%c>", 'q') == 3 && s[1] == 'q')
      reach_error();
  return 0;
}
