// expect: safe
// ring: first
// must: decided
// because: the program defines its own strlen, as the library has it
#include <stddef.h>
extern void reach_error(void);
size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}
int main(void) {
  if (strlen("abc") != 3)
      reach_error();
  return 0;
}
