// expect: unsafe
// because: the stream stores text and length when it is closed
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char *p = 0;
  size_t n = 0;
  FILE *f = open_memstream(&p, &n);
  fputs("abc", f);
  fclose(f);
  if (n == 3 && p[0] == 'a')
      reach_error();
  return 0;
}
