// expect: safe
// because: the table fills 256 bytes at an address that 256 divides
extern void reach_error(void);
__attribute__((aligned(256))) int a[64];
int main(void) {
  for (int i = 0; i < 64; i++) {
    int *p = &a[0], *q = &a[i];
    ((unsigned char *)&p)[0] = ((unsigned char *)&q)[0];
    if (!(p == q))
      reach_error();
  }
}
