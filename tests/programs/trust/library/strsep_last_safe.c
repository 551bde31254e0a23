// expect: safe
// ring: first
// must: decided
// because: strsep sets the pointer to null behind the last token
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  char text[] = "ab";
  char *rest = text;
  char *first = strsep(&rest, ",");
  if (!(first == text && rest == 0 && strsep(&rest, ",") == 0))
      reach_error();
  return 0;
}
