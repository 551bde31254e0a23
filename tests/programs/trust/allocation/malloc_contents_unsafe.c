// expect: unsafe
// truth: -O0 only
// because: fresh memory holds anything
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  unsigned char *p = malloc(64);
  for (int i = 0; i < 64; i++)
    p[i] = 0xaa;
  free(p);
  unsigned char *q = malloc(64);
  if (q[40] != 0)
    reach_error();
  return 0;
}
