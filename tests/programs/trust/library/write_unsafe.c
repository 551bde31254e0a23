// expect: unsafe
// because: write only reads its buffer
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char c = 'x';
  if (write(2, &c, 1) == 1 && c == 'x')
    reach_error();
  return 0;
}
