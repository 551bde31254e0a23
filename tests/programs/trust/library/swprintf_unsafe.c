// expect: unsafe
// because: swprintf writes wide text
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t w[8] = L"???";
  int n = swprintf(w, 8, L"%d", 31);
  if (n == 2 && w[0] == '3' && w[2] == 0)
      reach_error();
  return 0;
}
