// expect: unsafe
// ring: first
// must: decided
// because: without digits nothing is read
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  const char *text = "zzz";
  char *end = 0;
  long n = strtol(text, &end, 10);
  if (n == 0 && end == text)
      reach_error();
  return 0;
}
