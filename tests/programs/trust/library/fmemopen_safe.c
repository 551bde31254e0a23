// expect: safe
// because: the stream writes into the buffer
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char b[8] = "-------";
  FILE *f = fmemopen(b, sizeof b, "w");
  fputs("abc", f);
  fclose(f);
  if (!(b[0] == 'a' && b[2] == 'c'))
      reach_error();
  return 0;
}
