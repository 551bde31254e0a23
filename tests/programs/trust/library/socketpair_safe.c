// expect: safe
// because: socketpair stores descriptors
#include <sys/socket.h>
extern void reach_error(void);
int main(void) {
  int ends[2] = {-7, -7};
  int r = socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  if (!(r != 0 || ends[0] != -7))
      reach_error();
  return 0;
}
