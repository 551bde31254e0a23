// expect: unsafe
// because: in the locale C strcoll compares bytes
#include <string.h>
extern void reach_error(void);
int main(void) {
  if (strcoll("a", "b") < 0)
      reach_error();
  return 0;
}
