// expect: safe
// because: write only reads its buffer
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char c = 'x';
  write(-1, &c, 1);
  if (c != 'x')
    reach_error();
  return 0;
}
