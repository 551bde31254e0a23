// expect: unsafe
// because: the stream uses the buffer that it was given
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "w");
  static char b[512];
  if (f == 0)
    return 0;
  setvbuf(f, b, _IOFBF, sizeof b);
  fputs("abc", f);
  if (b[0] == 'a')
      reach_error();
  return 0;
}
