// expect: safe
// ring: first
// because: strftime writes the text
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct tm t = {0};
  char b[8] = "-------";
  t.tm_year = 100;
  size_t n = strftime(b, sizeof b, "%Y", &t);
  if (!(n == 4 && b[0] == '2' && b[4] == 0))
      reach_error();
  return 0;
}
