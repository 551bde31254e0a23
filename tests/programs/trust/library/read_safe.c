// expect: safe
// because: read writes into the buffer
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char c = 'x';
  if (read(-1, &c, 1) == 1)
    reach_error();
  return 0;
}
