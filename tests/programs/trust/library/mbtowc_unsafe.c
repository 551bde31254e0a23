// expect: unsafe
// ring: first
// because: mbtowc writes the wide character
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  wchar_t w = 9;
  int n = mbtowc(&w, "k", 1);
  if (n == 1 && w == 'k')
      reach_error();
  return 0;
}
