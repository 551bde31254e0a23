// expect: unsafe
// because: the last byte is kept at another place
#include <string.h>
extern void reach_error(void);
int x = 5, y = 6;
int main(void) {
  unsigned char buffer[2 * sizeof(int *)];
  int *p = &x, *q = &y;
  memcpy(buffer + 3, &p, sizeof p);
  buffer[3] ^= 1;
  memcpy(&q, buffer + 3, sizeof q);
  if (!(q == &x))
    reach_error();
}
