// expect: safe
// because: all bytes are copied in order
extern void reach_error(void);
int a[2] = {5, 6};
int main(void) {
  int *p = &a[1], *q = &a[0];
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (unsigned i = 0; i < sizeof p; i++)
    to[i] = from[i];
  if (!(q == &a[1]))
    reach_error();
}
