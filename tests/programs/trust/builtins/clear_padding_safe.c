// expect: safe
// because: the padding is zero
#include <string.h>
extern void reach_error(void);
struct s {
  char c;
  int n;
};
int main(void) {
  struct s v;
  memset(&v, 255, sizeof v);
  v.c = 1;
  v.n = 2;
  __builtin_clear_padding(&v);
  if (!(((unsigned char *)&v)[1] == 0 && v.n == 2))
      reach_error();
  return 0;
}
