// expect: unsafe
// options: --property valid-memsafety
// because: the text is freed before it is printed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(3);
  if (!p)
    return 1;
  strcpy(p, "ab");
  free(p), printf("%s\n", p);
  return 0;
}
