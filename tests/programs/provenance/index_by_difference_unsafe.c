// expect: unsafe
// because: it is a number of bytes
extern void reach_error(void);
int a[8];
int main(void) {
  int *p = &a[1], *q = &a[6];
  long n = (char *)q - (char *)p;
  if (!(n == 5))
    reach_error();
}
