// expect: unsafe
// because: fortified headers mean the same
#include <string.h>
extern void reach_error(void);
int main(void) {
  char b[8] = "-------";
  memset(b, 0, 4);
  strcpy(b + 4, "ab");
  if (b[0] == 0 && b[5] == 'b' && b[6] == 0)
      reach_error();
  return 0;
}
