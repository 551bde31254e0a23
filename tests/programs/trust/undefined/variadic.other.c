/* Writes through its second argument. */
#include <stdarg.h>
void change(int n, ...) {
  va_list list;
  va_start(list, n);
  *va_arg(list, int *) = 6;
  va_end(list);
}
