// expect: unsafe
// ring: first
// must: decided
// because: strsep cuts the text and moves the pointer
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char text[] = "a,b";
  char *rest = text;
  char *first = strsep(&rest, ",");
  if (first == text && rest == text + 2 && text[1] == 0)
      reach_error();
  return 0;
}
