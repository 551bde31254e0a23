// expect: safe
// because: regcomp writes the number of groups
#include <regex.h>
extern void reach_error(void);
int main(void) {
  regex_t r;
  regcomp(&r, "a(b)", REG_EXTENDED);
  if (r.re_nsub != 1)
      reach_error();
  return 0;
}
