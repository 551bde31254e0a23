// expect: unsafe
// because: wcstombs writes bytes
#include <stdlib.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  char s[4] = "###";
  size_t n = wcstombs(s, L"ab", 4);
  if (n == 2 && s[0] == 'a' && s[2] == 0)
      reach_error();
  return 0;
}
