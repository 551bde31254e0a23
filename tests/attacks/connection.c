// Opens a TCP connection and leaves a process behind.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&there, sizeof there);
  if (fork() == 0) {
    setsid();
    if (fork() == 0)
      sleep(20);
    _exit(0);
  }
  reach_error();
}
