// Connects to sockets of this machine, by path and by abstract name, as to a message bus.
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <stddef.h>
extern void reach_error(void);

int main(void) {
  struct sockaddr_un there = {.sun_family = AF_UNIX, .sun_path = OUTSIDE "/socket"};
  connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&there, sizeof there);
  struct sockaddr_un hidden = {.sun_family = AF_UNIX};
  memcpy(hidden.sun_path, "\0" OUTSIDE, sizeof OUTSIDE);
  connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&hidden, offsetof(struct sockaddr_un, sun_path) + sizeof OUTSIDE);
  reach_error();
}
