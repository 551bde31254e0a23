// expect: safe
// ring: first
// must: decided
// because: the program defines its own memcpy
#include <stddef.h>
extern void reach_error(void);
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((char *)to)[i] = ((const char *)from)[i];
  return to;
}
int main(void) {
  int x = 5, y = 6;
  memcpy(&x, &y, sizeof x);
  if (x != 6)
      reach_error();
  return 0;
}
