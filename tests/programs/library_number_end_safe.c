// expect: safe
// run: 12 -> end 0
// because: strtol tells where in the text the number ends
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char text[] = "12", *end = 0;
  strtol(text, &end, 10);
  if (end < text || end > text + 2)
    reach_error();
  return 0;
}
