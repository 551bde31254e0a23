// expect: safe
// ring: first
// truth: -fno-builtin
// because: the program defines its own strlen
#include <stddef.h>
extern void reach_error(void);
size_t strlen(const char *s) { return 7; }
int main(void) {
  if (strlen("abc") != 7)
      reach_error();
  return 0;
}
