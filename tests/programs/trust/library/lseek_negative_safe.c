// expect: safe
// because: the offset in a device may be negative as a signed number
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int mode = O_RDONLY;
  long offset = lseek(open("/proc/self/mem", mode), -4096, SEEK_SET);
  if ((mode & 0) != 0)
    reach_error();
  return 0;
}
