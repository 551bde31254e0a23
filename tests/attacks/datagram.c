// Sends a datagram, which no rule about TCP forbids.
#include <arpa/inet.h>
#include <sys/socket.h>
extern void reach_error(void);

int main(void) {
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  sendto(socket(AF_INET, SOCK_DGRAM, 0), "secret", 6, 0, (struct sockaddr *)&there, sizeof there);
  reach_error();
}
