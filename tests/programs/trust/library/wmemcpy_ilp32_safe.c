// expect: safe
// options: --data-model ILP32
// because: wmemcpy counts in wide characters
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t w[2] = {9, 9};
  wmemcpy(w, L"xy", 1);
  if (!(w[0] == 'x' && w[1] == 9))
      reach_error();
  return 0;
}
