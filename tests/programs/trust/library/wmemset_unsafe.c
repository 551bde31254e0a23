// expect: unsafe
// ring: first
// because: wmemset writes wide characters
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t w[3] = {9, 9, 9};
  wmemset(w, L'z', 2);
  if (w[0] == 'z' && w[1] == 'z' && w[2] == 9)
      reach_error();
  return 0;
}
