// expect: unsafe
// ring: first
// because: mbstowcs writes the wide characters and a zero
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  wchar_t w[4] = {9, 9, 9, 9};
  size_t n = mbstowcs(w, "ab", 4);
  if (n == 2 && w[0] == 'a' && w[2] == 0 && w[3] == 9)
      reach_error();
  return 0;
}
