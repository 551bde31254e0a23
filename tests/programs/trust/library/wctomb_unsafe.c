// expect: unsafe
// because: wctomb writes the bytes
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char s[16] = "##";
  int n = wctomb(s, L'k');
  if (n == 1 && s[0] == 'k' && s[1] == '#')
      reach_error();
  return 0;
}
