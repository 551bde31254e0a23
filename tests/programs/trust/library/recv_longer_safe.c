// expect: safe
// because: with MSG_TRUNC recv tells the length of the whole message
extern int socketpair(int, int, int, int *);
extern long send(int, const void *, unsigned long, int);
extern long recv(int, void *, unsigned long, int);
extern void reach_error(void);
int main(void) {
  int pair[2];
  char buffer[16];
  if (socketpair(1, 2, 0, pair))
    return 0;
  send(pair[0], "0123456789", 10, 0);
  long n = recv(pair[1], buffer, 4, 0x20);
  if (n < -1)
    reach_error();
  return 0;
}
