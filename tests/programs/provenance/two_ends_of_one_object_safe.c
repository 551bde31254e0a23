// expect: safe
// options: --property valid-memsafety
// because: the union gives the pointer back
#include <stdlib.h>
typedef unsigned long word;
union slot { char *pointer; word next; };
int main(void) {
  union slot s, t;
  s.pointer = malloc(4);
  t.pointer = s.pointer;
  s.next = 3;
  free(t.pointer);
}
