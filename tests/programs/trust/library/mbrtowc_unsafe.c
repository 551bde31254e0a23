// expect: unsafe
// because: mbrtowc writes the wide character
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t w = 9;
  mbstate_t state = {0};
  size_t n = mbrtowc(&w, "k", 1, &state);
  if (n == 1 && w == 'k')
      reach_error();
  return 0;
}
