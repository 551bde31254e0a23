// expect: unsafe
// because: the table starts anywhere
extern void reach_error(void);
__attribute__((aligned(4))) int a[65];
int main(void) {
  for (int i = 0; i < 65; i++) {
    int *p = &a[0], *q = &a[i];
    ((unsigned char *)&p)[0] = ((unsigned char *)&q)[0];
    if (!(p == q))
      reach_error();
  }
}
