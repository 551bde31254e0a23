// expect: unsafe
// because: the characters of a wide text are converted one by one
#include <stdio.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  char text[8];
  int n = snprintf(text, sizeof text, "%ls", L"ab");
  if (n == 2)
    reach_error();
  return 0;
}
