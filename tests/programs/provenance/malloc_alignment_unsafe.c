// expect: unsafe
// because: malloc aligns to no more than 16 bytes
#include <stdlib.h>
extern void reach_error(void);
typedef unsigned long word;
int main(void) {
  for (int i = 1; i < 5; i++) {
    char *p = malloc(i * 20);
    if (!(((word)p & 31) == 0))
      reach_error();
  }
}
