// expect: safe
// because: the fortified function writes as well
#include <stdarg.h>
extern void reach_error(void);
static int put(char *b, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = __builtin___vsnprintf_chk(b, 8, 0, 8, format, list);
  va_end(list);
  return n;
}
int main(void) {
  char b[8] = "-------";
  if (!(put(b, "%d", 42) == 2 && b[0] == '4'))
      reach_error();
  return 0;
}
