// expect: unsafe
// options: --property valid-free
// because: one half is missing
#include <stdlib.h>
#if __SIZEOF_POINTER__ == 8
typedef unsigned int part;
#else
typedef unsigned short part;
#endif
union halves { char *pointer; part half[2]; };
part low, high;
int main(void) {
  union halves u, v;
  u.pointer = malloc(8);
  low = u.half[0];
  high = u.half[1];
  v.half[0] = low;
  v.half[1] = 0;
  free(v.pointer);
}
