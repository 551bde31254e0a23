// expect: unsafe
// options: --property valid-memsafety
// because: its other member has been set since
#include <stdlib.h>
typedef unsigned long word;
union slot { char *pointer; word next; };
int main(void) {
  union slot s, t;
  s.pointer = malloc(4);
  t.pointer = s.pointer;
  s.next = 3;
  free(s.pointer);
}
