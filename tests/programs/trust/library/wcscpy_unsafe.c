// expect: unsafe
// ring: first
// because: wcscpy copies with the zero
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t w[4] = {9, 9, 9, 9};
  if (wcscpy(w, L"ab") == w && w[0] == 'a' && w[2] == 0 && w[3] == 9)
      reach_error();
  return 0;
}
