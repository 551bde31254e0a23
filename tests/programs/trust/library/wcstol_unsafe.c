// expect: unsafe
// because: wcstol reads the number
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t *end = 0;
  long n = wcstol(L"17q", &end, 10);
  if (n == 17 && *end == 'q')
      reach_error();
  return 0;
}
