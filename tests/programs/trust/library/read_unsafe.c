// expect: unsafe
// because: read writes into the buffer
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char c = 'x';
  int f = open("/dev/zero", O_RDONLY);
  read(f, &c, 1);
  if (c != 'x')
    reach_error();
  return 0;
}
