// expect: unsafe
// options: --property valid-memsafety
// because: freed twice
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  FILE *f = tmpfile();
  if (f)
    fclose(f);
  free(p);
  free(p);
  return 0;
}
