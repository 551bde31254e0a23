// expect: unsafe
// ring: first
// because: a pointer copied byte by byte is the pointer
extern void reach_error(void);
int main(void) {
  int x = 5, *p = &x, *q = 0;
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (unsigned i = 0; i < sizeof p; i++)
    to[i] = from[i];
  if (q == &x && *q == 5)
      reach_error();
  return 0;
}
