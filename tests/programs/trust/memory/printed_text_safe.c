// expect: safe
// options: --property valid-memsafety
// because: the text is printed before it is freed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(3);
  if (!p)
    return 1;
  strcpy(p, "ab");
  printf("%s\n", p), free(p);
  return 0;
}
